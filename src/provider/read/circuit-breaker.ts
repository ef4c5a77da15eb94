/** Instances of one type that have to crash the process alone, with no answer in between, before the type is given up. */
const GUILTY_OF_A_TYPE = 3;
/** Deaths that are put up with; so many answers make up for one. */
const DEATHS = 20;
const ANSWERS_FOR_A_DEATH = 50;
/** Reads without an answer in a row: of one type until the type is given up, of all until the process is ended. */
const HUNG_OF_A_TYPE = 8;
const HUNG = 40;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * The circuit breaker of one provider in one analysis: after too many crashes or hangs a type, or the provider, is read no more.
 * @param provider as it is named to people: "registry.terraform.io/hashicorp/aws 5.100.0"
 */
export function createCircuitBreaker(provider: string) {
  const guilty = new Map<string, number>();
  const hungByType = new Map<string, number>();
  let hungInARow = 0;
  const dead = new WeakSet();
  let deaths = 0;
  let answers = 0;

  return {
    /** Why instances of this type are not read any more; undefined while they are. */
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
    /** This process died while something was read; it counts once. */
    crashed: (process: object): void => {
      if (dead.has(process)) return;
      dead.add(process);
      deaths += 1;
    },
    /** It died once more while an instance of this type was all that was read: that instance caused it. */
    crashedAlone: (type: string): void => void guilty.set(type, (guilty.get(type) ?? 0) + 1),
    /** A read of this type got no answer in time. True when the process itself seems to hang, and should be ended. */
    hung: (type: string): boolean => {
      hungByType.set(type, (hungByType.get(type) ?? 0) + 1);
      hungInARow += 1;
      return hungInARow === HUNG;
    },
    /** A read of this type was answered, with whatever. */
    answered: (type: string): void => {
      hungByType.delete(type);
      guilty.delete(type);
      hungInARow = 0;
      answers += 1;
      if (answers % ANSWERS_FOR_A_DEATH === 0 && deaths > 0 && deaths < DEATHS) deaths -= 1;
    },
  };
}
