/** An error response in GitHub's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }

  get body(): string {
    return JSON.stringify({
      message: this.message,
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    });
  }
}
