/** Runs a function in its turn, while no other runs. */
export type InTurn = <T>(use: () => Promise<T>) => Promise<T>;

/** A queue that runs functions one after another. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (use) => {
    const turn = last.then(use);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The most turns in a row that `first` may take while others wait. */
const IN_A_ROW = 10;

/**
 * A queue for two kinds of clients. `first` goes before `others`, whose processes have a lower priority and hold a
 * transaction longer. So pages load while an analysis writes, and the analysis proceeds however many pages load.
 */
export function createLine(): { first: InTurn; others: InTurn } {
  const first: (() => Promise<unknown>)[] = [];
  const others: (() => Promise<unknown>)[] = [];
  let inARow = 0;
  let serving = false;

  function next(): (() => Promise<unknown>) | undefined {
    const yields = inARow >= IN_A_ROW && others.length > 0;
    const taken = yields ? undefined : first.shift();
    inARow = taken ? inARow + 1 : 0;
    return taken ?? others.shift();
  }

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    for (let turn = next(); turn; turn = next()) await turn();
    serving = false;
  }

  const joining =
    (line: (() => Promise<unknown>)[]): InTurn =>
    (use) =>
      new Promise((resolve, reject) => {
        line.push(async () => Promise.resolve().then(use).then(resolve, reject));
        void serve();
      });
  return { first: joining(first), others: joining(others) };
}
