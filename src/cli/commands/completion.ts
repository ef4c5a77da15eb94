import { completionScript, SHELLS } from '../completion/scripts.ts';
import { wordsOf } from '../completion/words.ts';
import { CliError } from '../terminal/client.ts';
import { local, say } from '../terminal/command.ts';

/** `plumbline completion`: generated from the program's commands. */
export const completion = local({
  use: 'completion <shell>',
  about: `print a script that completes commands and options in ${SHELLS.join(', ')}`,
  examples: [
    ['source <(plumbline completion bash)', 'in ~/.bashrc; zsh has the same in ~/.zshrc, after compinit'],
    ['plumbline completion fish > ~/.config/fish/completions/plumbline.fish', 'for fish'],
  ],
  run(cli, [name], _, command) {
    const shell = SHELLS.find((one) => one === name);
    if (!shell) throw new CliError(`Name the shell: ${SHELLS.join(', ')}.`);
    say(cli, completionScript(shell, wordsOf(command.parent ?? command)));
  },
});
