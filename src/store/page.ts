/** One page of a list that is read newest first: ids sort by when they were made. */
export type Page = {
  limit: number;
  /** The id after which the page begins, that is the last one of the page before. */
  after?: string | undefined;
};
