import { Choice } from '../../ui/field.tsx';
import { visible } from '../../ui/text.tsx';
import { useChoosable } from './queries.ts';

/** The value of the option `none`. */
export const NO_REPOSITORY = '';

type Props = {
  label: string;
  name?: string;
  value: string;
  /** The label of the option that chooses no repository. */
  none: string;
  /** A repository to offer even if the fetched list of repositories does not contain it. */
  known?: { id: string; name: string } | undefined;
  onChoose: (id: string) => void;
  wrong?: string | undefined;
};

const optionOf = (id: string, name: string) => [id, visible(name).slice(0, 100)] as const;

export function RepositoryChoice({ none, known, ...choice }: Props) {
  const { data = [] } = useChoosable();
  const { value } = choice;
  // The options include the current choice; otherwise the filter would look as if it were not set.
  const chosen = value === NO_REPOSITORY ? undefined : { id: value, name: value };
  const apart = [known, chosen].find((one) => one && !data.some(({ id }) => id === one.id));
  return (
    <Choice
      {...choice}
      options={[
        [NO_REPOSITORY, none],
        ...(apart ? [optionOf(apart.id, apart.name)] : []),
        ...data.map(({ id, full_name: name }) => optionOf(id, name)),
      ]}
    />
  );
}
