/** Does something when its turn has come, and nothing else meanwhile. */
export type InTurn = <T>(use: () => Promise<T>) => Promise<T>;

/** Has what is to be done wait for what was to be done before, so that nothing comes between two statements of one turn. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (use) => {
    const turn = last.then(use);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Turns of the first in a row while the others wait too. */
const IN_A_ROW = 10;

/**
 * One line for two kinds of clients: `first` are served before the `others`, whose processes stand back and hold a transaction longer.
 * Pages load while an analysis writes, and the analysis goes on, however many load.
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
