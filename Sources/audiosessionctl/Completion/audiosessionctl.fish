# Completion of audiosessionctl(1) for fish. The program itself knows what can follow.

function __audiosessionctl_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # A quote that is open ends here.
    set -l current (string unescape -- $typed; or string unescape -- $typed\"; or string unescape -- $typed\')
    set -l program $words[1]
    set -e words[1]
    set -l found ($program completion --candidates -- $words $current 2>/dev/null)
    set -l kind $found[1]
    set -e found[1]
    switch "$kind"
        case words
            printf '%s\n' $found
        case files
            set -l before "$found[1]"
            if test -n "$before"
                for path in (__fish_complete_path (string replace -r '^[^=]*=' '' -- $current))
                    printf '%s\n' $before$path
                end
            else
                __fish_complete_path $current
            end
        case 'command *'
            __fish_complete_subcommand --fcs-skip=(string replace 'command ' '' -- $kind)
    end
end

complete -c audiosessionctl -f -a '(__audiosessionctl_complete)'
