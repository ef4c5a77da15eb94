import { useCallback, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { many } from '../../ui/text.tsx';
import styles from './finding.module.css';
import type { Finding } from './queries.ts';
import { IgnoreButton } from './ways.tsx';

/** The selected findings, by their fingerprints. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Finding>>(new Map());
  const toggle = useCallback(
    (finding: Finding) =>
      setChosen((before) => {
        const after = new Map(before);
        if (!after.delete(finding.fingerprint)) after.set(finding.fingerprint, finding);
        return after;
      }),
    [],
  );
  const choose = (findings: readonly Finding[]) => setChosen(new Map(findings.map((one) => [one.fingerprint, one])));
  return { chosen, toggle, choose };
}

const lineOf = ({ severity, resource, state_key: state, message }: Finding) =>
  `${severity}\t${resource}\t${state}\t${message}`;

type Props = {
  chosen: ReadonlyMap<string, Finding>;
  shown: readonly Finding[];
  onChoose: (all: readonly Finding[]) => void;
};

/** Actions on all selected findings. */
export function Selection({ chosen, shown, onChoose }: Props) {
  if (chosen.size === 0) return null;
  const findings = [...chosen.values()];
  return (
    <div className={styles.chosen} role="region" aria-label="Selected findings">
      <strong role="status">{many(findings.length, 'finding')} selected</strong>
      <IgnoreButton findings={findings} />
      <CopyButton text={findings.map(lineOf).join('\n')} />
      {shown.length > findings.length && (
        <Button
          label={`Select all ${shown.length.toLocaleString('en')} loaded`}
          small
          onClick={() => onChoose(shown)}
        />
      )}
      <Button label="Clear" small look="quiet" onClick={() => onChoose([])} />
    </div>
  );
}
