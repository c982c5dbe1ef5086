/// What the demo prints, without the times.
let transcript = """
  audiosessiond decides which program may sound. Here a real one does, for seven programs that
  play no sound but behave as if. Each line below was compared with the rules; had anybody been
  told anything else, or anything more, the demo would fail.

    Time  Who               What happens, and by which rule
          -> who            what the daemon tells a program because of it

  1  Seven programs, each a process of its own
   daemon            starts, with a socket in a temporary folder
   all seven         connect and say what they are

  2  A spoken prompt turns the music down, but doesn't stop it
   music             starts to play (R12)
   navigation        says: in 300 metres, turn left (R12)
   -> music          goes down to 20 % of its volume and plays on (R16)
   navigation        has finished speaking
   -> music          comes back to full volume (R27)

  3  One voice at a time: speech is paused, and everybody gets their turn again
   podcast           starts to play (R12)
   -> music          is told to pause: of two that play alone the newer wins (R59)
   navigation        says: turn left now (R12)
   -> podcast        is told to pause: speech is stopped, not turned down (R59)
   -> music          is told nothing: it waits for the podcast as before (R59)
   navigation        has finished speaking
   -> podcast        is told that it may go on (R24)
   -> music          is told nothing yet: the podcast comes first (R30)
   podcast           goes on (R12)
   podcast           is at its end
   -> music          is told that it may go on (R24)
   music             goes on (R12)

  4  A call rings and is declined
   phone             rings (R12)
   -> music          is told to pause: a ring comes before music (R59)
   phone             the user declines: it stops ringing
   -> music          is told that it may go on (R24)
   music             goes on (R12)

  5  A call is taken: one interruption from ring to end, and the microphone is the call's
   phone             rings (R12)
   -> music          is told to pause: a ring comes before music (R59)
   phone             the user answers: the ring becomes a call (R37)
   -> music          is told nothing: it is the same interruption (R42)
   recorder          wants to record
   -> recorder       is refused: '!pri', the phone has the microphone (R7)
   phone             hangs up
   -> music          is told that it may go on (R24)
   phone             is ready to ring again
   music             goes on (R12)

  6  Who presses pause during an interruption isn't surprised by music afterwards
   phone             rings (R12)
   -> music          is told to pause: a ring comes before music (R59)
   music             the user presses pause (R29)
   phone             the user declines: it stops ringing
   -> music          is told that it is over, but not to go on (R24)
   music             the user presses play (R12)

  7  An alarm is heard over music, and an assistant over the alarm
   alarm             rings (R12)
   -> music          is told to pause (R59)
   assistant         says: good morning, it is seven o'clock (R12)
   -> alarm          goes down to 20 %, but isn't stopped (R16)
   -> music          is told nothing: it is silent already (R28)
   assistant         has finished speaking
   -> alarm          comes back to full volume (R27)
   alarm             is switched off
   -> music          is told that it may go on (R24)
   music             goes on (R12)

  8  A program that crashes leaves nothing behind
   navigation        says: you have arr... (R12)
   -> music          goes down to 20 % of its volume and plays on (R16)
   navigation        is killed (SIGKILL) in the middle of it (R48)
   -> music          comes back to full volume (R27)

  9  Even the daemon may crash
   daemon            is killed (SIGKILL)
   -> the other six  lose the connection
   daemon            starts again and knows of nobody
   the other six     connect and open their sessions anew
   -> the other six  are told once that their old sessions are gone (R49)
   the other six     can play again, one after the other (R12)

  35 steps, all as the rules say.

  """
