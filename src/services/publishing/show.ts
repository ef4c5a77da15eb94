import { CodeHostProblem } from '../../base/code-host.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import type { Shown, InstallationClient } from '../codehosts/port.ts';

/** The same text for the organization's people and for the public. */
type Texts<Text> = { details: () => Text; public: () => Text };

/**
 * Chooses how much a text in a repository says: details if only the organization's people can read them or an admin
 * allowed them, else only public facts. Everything that is written at a code host goes through here.
 */
export const show = <Text>({ details }: { details: boolean }, texts: Texts<Text>): Shown<Text> =>
  (details ? texts.details() : texts.public()) as Shown<Text>;

/** The same for texts that are composed from the chosen one. */
export const showAs = <From, Text>(
  destination: { details: boolean },
  texts: Texts<From>,
  as: (from: From) => Text,
): Shown<Text> => show(destination, { details: () => as(texts.details()), public: () => as(texts.public()) });

/** A text without any data from outside, the same for everybody: a constant or numbers of ours. */
export const showToAll = <Text>(text: Text): Shown<Text> =>
  show({ details: false }, { details: () => text, public: () => text });

/**
 * True if texts in a repository may contain details: if an admin allowed it, or if it is stored as private and the code
 * host confirms it, since the event that it became public may be late. A repository of unknown visibility counts as
 * public. Throws temporary `CodeHostProblem`s.
 */
export async function mayShowDetails(
  client: Pick<InstallationClient, 'isPublic'>,
  repository: Pick<RepositoryRow, 'full_name' | 'private' | 'public_details'>,
): Promise<boolean> {
  if (repository.public_details) return true;
  if (!repository.private) return false;
  try {
    return !(await client.isPublic(repository.full_name));
  } catch (error) {
    if (error instanceof CodeHostProblem && !error.isTemporary) return false;
    throw error;
  }
}
