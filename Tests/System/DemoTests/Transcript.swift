/// What the demo prints, without the times.
let transcript = """
  audiosessiond decides which programs may play sound. This is a real one, with seven programs
  that play nothing but behave as if they did. Each line below has been checked: had any program
  been told anything else, or anything more, the demo would have failed.

    Time  Who               What happens, and by which rule
          -> who            what the daemon tells a program as a result

  1  Seven programs, each a process of its own
   daemon            starts, with a socket in a temporary folder
   all seven         connect and open a session each

  2  A spoken prompt turns the music down without stopping it
   music             starts playing (R12)
   navigation        says: in 300 metres, turn left (R12)
   -> music          is turned down to 20 % and plays on (R16)
   navigation        has finished speaking
   -> music          returns to full volume (R27)

  3  One voice at a time: speech is paused, and everyone resumes in turn
   podcast           starts playing (R12)
   -> music          is told to pause: neither mixes, so the newer one wins (R59)
   navigation        says: turn left now (R12)
   -> podcast        is told to pause: speech is stopped, not turned down (R59)
   -> music          is told nothing: it still waits for the podcast (R59)
   navigation        has finished speaking
   -> podcast        is told that it may resume (R24)
   -> music          is told nothing yet: the podcast resumes first (R30)
   podcast           resumes (R12)
   podcast           reaches its end
   -> music          is told that it may resume (R24)
   music             resumes (R12)

  4  A call rings and is declined
   phone             rings (R12)
   -> music          is told to pause: a ring takes precedence over music (R59)
   phone             the user declines: it stops ringing
   -> music          is told that it may resume (R24)
   music             resumes (R12)

  5  A call is answered: one interruption from ring to hang-up, and it has the microphone
   phone             rings (R12)
   -> music          is told to pause: a ring takes precedence over music (R59)
   phone             the user answers: the ring becomes a call (R37)
   -> music          is told nothing: it is the same interruption (R42)
   recorder          tries to record
   -> recorder       is refused with '!pri': the call has the microphone (R7)
   phone             hangs up
   -> music          is told that it may resume (R24)
   phone             is ready to ring again
   music             resumes (R12)

  6  Music that the user paused during an interruption doesn't resume by itself
   phone             rings (R12)
   -> music          is told to pause: a ring takes precedence over music (R59)
   music             the user presses pause (R29)
   phone             the user declines: it stops ringing
   -> music          is told that it is over, but not to resume (R24)
   music             the user presses play (R12)

  7  An alarm is heard over music, and an assistant over the alarm
   alarm             rings (R12)
   -> music          is told to pause (R59)
   assistant         says: good morning, it is seven o'clock (R12)
   -> alarm          is turned down to 20 %, but not stopped (R16)
   -> music          is told nothing: it is silent already (R28)
   assistant         has finished speaking
   -> alarm          returns to full volume (R27)
   alarm             is switched off
   -> music          is told that it may resume (R24)
   music             resumes (R12)

  8  A program that crashes leaves nothing behind
   navigation        says: you have arr... (R12)
   -> music          is turned down to 20 % and plays on (R16)
   navigation        is killed (SIGKILL) in mid-word (R48)
   -> music          returns to full volume (R27)

  9  Even the daemon may crash
   daemon            is killed (SIGKILL)
   -> the other six  lose the connection
   daemon            starts again and knows no sessions
   the other six     reconnect and open new sessions
   -> the other six  are told once that their old sessions are gone (R49)
   the other six     can play again, one after the other (R12)

  35 steps, all as the rules require.

  """
