import { Choice } from '../../ui/field.tsx';
import { visible } from '../../ui/text.tsx';
import { useChoosable } from './queries.ts';

/** The value of `none`. */
export const NO_REPOSITORY = '';

type Props = {
  label: string;
  name?: string;
  value: string;
  /** What there is to choose beside repositories. */
  none: string;
  /** What one is called that there is to choose, however many there are. */
  known?: { id: string; name: string } | undefined;
  onChoose: (id: string) => void;
  wrong?: string | undefined;
};

const optionOf = (id: string, name: string) => [id, visible(name).slice(0, 100)] as const;

export function RepositoryChoice({ none, known, ...choice }: Props) {
  const { data = [] } = useChoosable();
  const { value } = choice;
  // What is chosen already is among them, or a list would look as if it were narrowed by nothing.
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
