/** What a model is asked: what it is to do, and the data that it is to do it with. */
export type Prompt = { system: string; user: string };

/** What it wrote, or why it did not. */
export type Written = { text: string } | { failed: string };

/** A model that writes. */
export type Writer = {
  /** What it is called: what another one writes is another text. */
  model: string;
  /** Never throws, and takes no longer than it may. */
  write(prompt: Prompt, signal: AbortSignal): Promise<Written>;
};
