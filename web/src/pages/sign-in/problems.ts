/** Messages on why a sign-in failed or a session ended, and what to do, by the code in the URL. */
const PROBLEMS: Readonly<Record<string, string>> = {
  denied: 'You declined the request on GitHub. Sign in again and allow it, or use a key.',
  no_organizations:
    'GitHub shows you no organization of this server. Ask an owner of yours to install the GitHub App, or to give you access to one of its repositories; then sign in again.',
  state_mismatch:
    'This sign-in was started in another browser, was used already, or took more than ten minutes. Start again, with cookies allowed.',
  codehost_unavailable: 'GitHub does not answer. Try again in a moment, or use a key.',
  misconfigured: 'GitHub rejects the credentials of this server. Its log has the details. You can sign in with a key.',
  session_ended: 'Your session has ended. Sign in again to continue where you were.',
  unavailable: 'Signing in failed on this server. Try again in a moment.',
};

/** The message for a code; unknown codes have one, too. */
export const problemText = (code: string): string =>
  PROBLEMS[code] ?? 'Signing in with GitHub failed. Start again, or use a key.';
