import type { UpstreamTrouble } from './types.ts';

/** What kept a call from being answered by the cloud. The message is for people and holds no secret. */
export class UpstreamProblem extends Error {
  readonly trouble: UpstreamTrouble;

  constructor(trouble: UpstreamTrouble, message: string) {
    super(message);
    this.name = 'UpstreamProblem';
    this.trouble = trouble;
  }
}
