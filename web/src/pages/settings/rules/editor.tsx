import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { type Change, Fields, FormDialog } from '../../../ui/form.tsx';
import { Choice, TextArea, TextField, wrongAt } from '../../../ui/field.tsx';
import { Note } from '../../../ui/notes.tsx';
import styles from '../settings.module.css';
import { type Draft, draftOf, type DraftTest, ruleOf, SELECTORS, TESTS, testText } from './draft.ts';
import type { Rule } from './queries.ts';

type Props = {
  /** What it begins with: a rule to be changed, or what a new one is to be about. */
  rule: Partial<Rule>;
  /** Its place in the list, by which the server speaks of it. */
  place: number;
  isNew: boolean;
  /** Taking it: what the server says of it. */
  change: Change;
  onTake: (rule: Rule) => void;
  onClose: () => void;
};

/** One rule, typed. It is taken into the list when the server finds nothing wrong with it. */
export function RuleEditor({ rule, place, isNew, change, onTake, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule));
  const at = (field: string) => `/rules/${place}/${field}`;
  const set = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const { error } = change;
  const whole = error instanceof Problem ? error.fields.find(({ path }) => path === `/rules/${place}`) : undefined;
  const fields = [...SELECTORS.map(([name]) => name), 'reason', 'expires_at', 'before', 'after'].map(at);
  if (whole) fields.push(whole.path);
  return (
    <FormDialog
      title={isNew ? 'New ignore rule' : 'Ignore rule'}
      onClose={onClose}
      action={'Preview'}
      change={change}
      fields={fields}
      onSubmit={() => onTake(ruleOf(draft, isNew ? undefined : (rule as Rule)))}
    >
      <TextArea
        label="Reason"
        name="reason"
        required
        rows={2}
        maxLength={500}
        value={draft.reason}
        onChange={(event) => set({ reason: event.target.value })}
        wrong={wrongAt(error, at('reason'))}
        help="Shown with everything the rule hides."
      />
      <Note>
        All filled fields must match; * stands for any text. Without an attribute the whole resource is skipped.
      </Note>
      <Fields>
        {SELECTORS.map(([name, label, help]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            value={draft[name]}
            onChange={(event) => set({ [name]: event.target.value })}
            wrong={wrongAt(error, at(name))}
            help={help}
          />
        ))}
        <TextField
          label="Expires (UTC)"
          name="until"
          type="date"
          value={draft.until}
          onChange={(event) => set({ until: event.target.value })}
          wrong={wrongAt(error, at('expires_at'))}
          help="Blank = never."
        />
      </Fields>
      {draft.attribute.trim() !== '' && (
        <Fields>
          <Asking
            label="State value"
            name="before"
            value={draft.before}
            wrong={wrongAt(error, at('before'))}
            onChange={(before) => set({ before })}
          />
          <Asking
            label="Cloud value"
            name="after"
            value={draft.after}
            wrong={wrongAt(error, at('after'))}
            onChange={(after) => set({ after })}
          />
        </Fields>
      )}
      {whole && (
        <p role="alert" className={styles.wrong}>
          Such a rule {whole.message}.
        </p>
      )}
    </FormDialog>
  );
}

/** What a value has to be for the rule to hold. */
function Asking({
  label,
  name,
  value,
  wrong,
  onChange,
}: {
  label: string;
  name: string;
  value: DraftTest;
  wrong: string | undefined;
  onChange: (value: DraftTest) => void;
}) {
  const more = Object.keys(value.more).length > 0 ? `and ${testText(value.more)}` : undefined;
  const asks = !['', 'is_empty', 'is_set'].includes(value.test);
  const number = value.test === 'at_least' || value.test === 'at_most';
  return (
    <div className={styles.group}>
      <Choice
        label={label}
        name={`${name}-test`}
        value={value.test}
        options={TESTS}
        onChoose={(test) => onChange({ ...value, test })}
        help={more}
        wrong={asks ? undefined : wrong}
      />
      {asks && (
        <TextField
          label={`${label}: which`}
          name={name}
          required
          {...(number && { type: 'number', step: 'any' })}
          value={value.value}
          onChange={(event) => onChange({ ...value, value: event.target.value })}
          wrong={wrong}
        />
      )}
    </div>
  );
}
