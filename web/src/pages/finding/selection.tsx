import { CopyButton } from '../../ui/copy.tsx';
import { Selection } from '../../ui/selection.tsx';
import type { Finding } from './queries.ts';
import { IgnoreButton } from './ways.tsx';

const lineOf = ({ severity, resource, state_key: state, message }: Finding) =>
  `${severity}\t${resource}\t${state}\t${message}`;

type Props = {
  chosen: ReadonlyMap<string, Finding>;
  shown: readonly Finding[];
  onChoose: (all: readonly Finding[]) => void;
};

/** Actions on all selected findings. */
export function SelectedFindings(props: Props) {
  const findings = [...props.chosen.values()];
  return (
    <Selection what="finding" {...props}>
      <IgnoreButton findings={findings} />
      <CopyButton text={findings.map(lineOf).join('\n')} />
    </Selection>
  );
}
