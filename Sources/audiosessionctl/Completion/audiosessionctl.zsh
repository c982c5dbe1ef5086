#compdef audiosessionctl
# Completion of audiosessionctl(1) for zsh. The program itself knows what can follow.

_audiosessionctl() {
  local kind line
  local -a found described
  local -i first

  # A quote that is open in the last word is no part of it.
  found=("${(@f)$(${(Q)words[1]/#\~/$HOME} completion --candidates -- "${(@Q)words[2,CURRENT-1]}" "${words[CURRENT]//[\"\'\\]/}" 2> /dev/null)}")
  kind=${found[1]}
  shift found
  case $kind in
  (words)
    for line in $found; do
      described+=("${${line%%$'\t'*}//:/\\:}${${(M)line:#*$'\t'*}:+:${line#*$'\t'}}")
    done
    _describe -V argument described
    ;;
  (files)
    [[ -n $found[1] ]] && compset -P 1 '*='
    _files
    ;;
  (command*)
    first=${kind#command }
    shift $first words
    (( CURRENT -= first ))
    _normal
    ;;
  esac
}

if [[ $funcstack[1] == _audiosessionctl ]]; then
  _audiosessionctl "$@"
else
  compdef _audiosessionctl audiosessionctl
fi
