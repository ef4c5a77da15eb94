import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../../api/problem.ts';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Asked } from '../../../ui/asked.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNote } from '../../../ui/notes.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from '../settings.module.css';
import { PreviewOf } from './preview.tsx';
import { previewQuery, rulesQuery, useSaveRules, type Rule, type Rules } from './queries.ts';

/** A list that is not saved yet: what it would change, and whether it is to be. */
export function Changes({
  base,
  rules,
  onAdopt,
  onDiscard,
}: {
  /** The list that they began with. */
  base: Rules;
  rules: readonly Rule[];
  /** There is another list now. */
  onAdopt: (list: Rules) => void;
  onDiscard: () => void;
}) {
  const [api, org] = [useApi(), useOrg()];
  const preview = useQuery(previewQuery(api, org, rules));
  const current = useQuery({ ...rulesQuery(api, org), enabled: false });
  const save = useSaveRules(onAdopt);
  const overtaken = save.error instanceof Problem && save.error.status === 409;
  return (
    <Section
      title="Unsaved changes"
      about="What the list below would change, by the rules that analyses use. Nothing is stored before you save it."
    >
      <Asked query={preview} what="what would change" height="10rem">
        {(data) => <PreviewOf preview={data} />}
      </Asked>
      {save.error !== null && <ProblemNote error={save.error} />}
      <div className={styles.line}>
        {overtaken ? (
          <Button
            look="main"
            busy={current.isFetching}
            onClick={() => void current.refetch().then(({ data }) => data && onAdopt(data))}
          >
            Discard and reload
          </Button>
        ) : (
          <Button
            look="main"
            busy={save.isPending}
            onClick={() => save.mutate({ version: base.version, rules: [...rules] })}
          >
            Save rules
          </Button>
        )}
        <Button onClick={onDiscard}>Discard changes</Button>
      </div>
    </Section>
  );
}
