# Completion of audiosessionctl(1) for bash. The program itself knows what can follow.

_audiosessionctl() {
  local current word rest trimmed line kind program=${COMP_WORDS[0]/#\~/$HOME}
  local -a words=() found=()
  local -i i first

  # Bash splits words at = and : too; what stands together on the line is joined again.
  rest=${COMP_LINE#"${COMP_WORDS[0]}"}
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    trimmed=${rest#"${rest%%[![:space:]]*}"}
    if ((i > 1)) && [[ -n $word && $rest == "$trimmed" ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    rest=${trimmed#"$word"}
  done
  # Bash replaces what is behind the last quote that is open, or behind the last of these signs.
  local quote= typed=${COMP_LINE:0:COMP_POINT}
  for ((i = 0; i < ${#typed}; i++)); do
    case $quote${typed:i:1} in
    \\ | \"\\) ((++i)) ;;
    \" | \') quote=${typed:i:1} ;;
    \"\" | \'\') quote= ;;
    esac
  done
  current=${words[${#words[@]} - 1]}
  local replaced=$current
  if [[ -n $quote ]]; then
    replaced=${replaced##*"$quote"}
  else
    if [[ $COMP_WORDBREAKS == *:* ]]; then replaced=${replaced##*:}; fi
    if [[ $COMP_WORDBREAKS == *=* ]]; then replaced=${replaced##*=}; fi
  fi
  local kept=${current%"$replaced"}

  # As the program will see them.
  for i in "${!words[@]}"; do
    words[i]=${words[i]//[\"\'\\]/}
  done
  kept=${kept//[\"\'\\]/}

  while IFS= read -r line; do
    found+=("$line")
  done < <("$program" completion --candidates -- "${words[@]}" 2> /dev/null)
  kind=${found[0]-}
  COMPREPLY=()
  case $kind in
  words)
    for line in "${found[@]:1}"; do
      word=${line%%$'\t'*}
      [[ $word == "$kept"* ]] || continue
      word=${word#"$kept"}
      # Only words that need no more than quotes are offered; bash adds those that are open.
      [[ -n $quote ]] || printf -v word %q "$word"
      COMPREPLY+=("$word")
    done
    ;;
  files)
    compopt -o filenames 2> /dev/null
    # What stands before the file in the word, if bash replaces it too.
    replaced=${replaced//[\"\'\\]/}
    word=${found[1]-}
    [[ $replaced == "$word"* ]] || word=
    while IFS= read -r line; do
      COMPREPLY+=("$word$line")
    done < <(compgen -f -- "${replaced#"$word"}")
    ;;
  'command '*)
    first=${kind#command }
    if declare -F _command_offset > /dev/null; then
      _command_offset "$first"
    elif ((${#words[@]} == first)); then
      while IFS= read -r line; do
        COMPREPLY+=("$line")
      done < <(compgen -c -- "$replaced")
    else
      compopt -o default 2> /dev/null
    fi
    ;;
  esac
}

complete -F _audiosessionctl audiosessionctl
