export type GithubSettings = {
  /** The App's number, or its client id: what its tokens are issued by. */
  appId: string;
  /** The App's private key, as PEM. */
  privateKey: string;
  /** Where the API is: `https://api.github.com`, `https://github.example.com/api/v3`, an emulator. */
  apiUrl: string;
  /** Takes problems that an operator should know of, for the log. */
  onProblem?: (problem: GithubProblem) => void;
  timeoutMs?: number;
  clock?: Clock;
};

/** For the log: no token, nothing of a response. */
export type GithubProblem = { code: string; operation: string; detail: string };

/** The clock, which tests replace. */
export type Clock = {
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};
