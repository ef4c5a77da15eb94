/** What a client of GitHub's API is made with. */
export type GithubSettings = {
  /** The App's number, or its client id: what its tokens are issued by. */
  appId: string;
  /** The App's private key, as PEM. */
  privateKey: string;
  /** Where the API is: `https://api.github.com`, `https://github.example.com/api/v3`, an emulator. */
  apiUrl: string;
  /** Where GitHub did not do what it was asked for a reason that somebody should look at, for the log. */
  onProblem?: (problem: GithubProblem) => void;
  /** How long GitHub may be silent before a try counts as failed. */
  timeoutMs?: number;
  clock?: Clock;
};

/** What may be told in the log: no token, nothing of an answer. */
export type GithubProblem = { code: string; operation: string; detail: string };

/** Time, for those who want to tell it themselves. */
export type Clock = {
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};
