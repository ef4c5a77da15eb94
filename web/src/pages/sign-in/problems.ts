/** Why nobody is signed in: who came back from GitHub without, or whose session ended. What to do, by the code in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  denied: 'GitHub was told not to let Plumbline know who you are. Sign in again and allow it, or use a key.',
  no_organizations:
    'None of the organizations here is one that GitHub lets you see. Ask an owner of yours to install the GitHub App, or to give you a repository that it may see; then sign in again.',
  state_mismatch:
    'This sign-in was not begun in this browser, was used already, or took more than ten minutes. Begin it again, with cookies allowed.',
  codehost_unavailable: 'GitHub could not be asked who you are. Try again in a moment, or use a key.',
  misconfigured:
    'GitHub does not accept how this server introduces itself. Whoever runs it finds out more in its log; a key works all the same.',
  session_ended: 'Your session has ended. Sign in again, and you are back where you were.',
  unavailable: 'This server could not sign you in just now. Try again in a moment.',
};

/** The text for a code; one for codes that nobody made up here. */
export const problemText = (code: string): string =>
  PROBLEMS[code] ?? 'Signing in with GitHub did not work. Begin it again, or use a key.';
