/** Consecutive instances of a type that crash the process alone before the type is given up. */
const GUILTY_OF_A_TYPE = 3;
/** The number of crashes before the provider is given up, and the number of answers that cancel one. */
const DEATHS = 20;
const ANSWERS_FOR_A_DEATH = 50;
/** Consecutive reads without an answer: of one type until the type is given up, of all until the process is ended. */
const HUNG_OF_A_TYPE = 8;
const HUNG = 40;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * The circuit breaker of one provider in one analysis: after too many crashes or hangs, a type or the whole provider is
 * no longer read.
 * @param provider its name for people: "registry.terraform.io/hashicorp/aws 5.100.0"
 */
export function createCircuitBreaker(provider: string) {
  const guilty = new Map<string, number>();
  const hungByType = new Map<string, number>();
  let hungInARow = 0;
  const dead = new WeakSet();
  let deaths = 0;
  let answers = 0;

  return {
    /** The reason why instances of this type are no longer read; undefined while they are. */
    openReason: (type: string): { reason: 'provider_error' | 'timeout'; why: string } | undefined => {
      if (deaths >= DEATHS)
        return {
          reason: 'provider_error',
          why: `The provider ${provider} crashed ${DEATHS} times in this analysis and is not started any more. Try another version of it.`,
        };
      if ((guilty.get(type) ?? 0) >= GUILTY_OF_A_TYPE)
        return {
          reason: 'provider_error',
          why: `The provider ${provider} crashed while reading each of the last ${GUILTY_OF_A_TYPE} resources of type ${type}, so it is not asked about this one. Try another version of it.`,
        };
      if (hungInARow >= 2 * HUNG)
        return {
          reason: 'timeout',
          why: `The provider ${provider} gave no answer to the last ${2 * HUNG} reads, also after it was started again, and is not asked any more in this analysis.`,
        };
      if ((hungByType.get(type) ?? 0) >= HUNG_OF_A_TYPE)
        return {
          reason: 'timeout',
          why: `The provider ${provider} gave no answer to the last ${HUNG_OF_A_TYPE} reads of type ${type}, so it is not asked about this one.`,
        };
      return undefined;
    },
    /** Records the crash of a process during a read; each process counts once. */
    crashed: (process: object): void => {
      if (dead.has(process)) return;
      dead.add(process);
      deaths += 1;
    },
    /** Records a crash while an instance of this type was read alone: that instance caused it. */
    crashedAlone: (type: string): void => void guilty.set(type, (guilty.get(type) ?? 0) + 1),
    /** Records a read without an answer in time. True where the process seems to hang, and should be ended. */
    hung: (type: string): boolean => {
      hungByType.set(type, (hungByType.get(type) ?? 0) + 1);
      hungInARow += 1;
      return hungInARow === HUNG;
    },
    /** Records any answer to a read of this type. */
    answered: (type: string): void => {
      hungByType.delete(type);
      guilty.delete(type);
      hungInARow = 0;
      answers += 1;
      if (answers % ANSWERS_FOR_A_DEATH === 0 && deaths > 0 && deaths < DEATHS) deaths -= 1;
    },
  };
}
