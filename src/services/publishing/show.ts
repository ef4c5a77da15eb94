import { CodeHostProblem } from '../../base/code-host.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import type { Shown, InstallationClient } from '../codehosts/port.ts';

/** The same text for the organization's people, and for everybody. */
type Texts<Text> = { details: () => Text; public: () => Text };

/**
 * Decides how much is said in a repository: details where the organization's people alone read them or an administrator wants them
 * there, else what everybody may know. All that is written at a code host passes here.
 */
export const show = <Text>({ details }: { details: boolean }, texts: Texts<Text>): Shown<Text> =>
  (details ? texts.details() : texts.public()) as Shown<Text>;

/** The same for texts that are composed of the chosen one. */
export const showAs = <From, Text>(
  destination: { details: boolean },
  texts: Texts<From>,
  as: (from: From) => Text,
): Shown<Text> => show(destination, { details: () => as(texts.details()), public: () => as(texts.public()) });

/** A text that holds nothing from outside, the same for everybody: a constant of ours, or numbers of ours. */
export const showToAll = <Text>(text: Text): Shown<Text> =>
  show({ details: false }, { details: () => text, public: () => text });

/**
 * Whether what is written in a repository may hold details: where an administrator said so, or where it is known as private and
 * still is by the code host now, for the event that it is public may be late. A repository whose visibility is unknown counts
 * as public. Throws temporary `CodeHostProblem`s.
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
