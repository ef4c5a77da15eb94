/** A page of a list that is read newest first: ids sort by creation time. */
export type Page = {
  limit: number;
  /** The id of the previous page's last entry. */
  after?: string | undefined;
};
