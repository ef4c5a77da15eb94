import { Problem } from '../../../api/problem.ts';
import { Fields, FormDialog, useForm, type Change } from '../../../ui/form.tsx';
import { Choice, TextArea, TextField, wrongAt } from '../../../ui/field.tsx';
import { Note } from '../../../ui/notes.tsx';
import styles from '../settings.module.css';
import { draftOf, type DraftTest, ruleOf, KINDS, selectorsOf, TESTS, testText } from './draft.ts';
import type { Rule } from './queries.ts';

type Props = {
  /** The initial values: a rule to change, or the fields of a new one. */
  rule: Partial<Rule>;
  /** Its index in the list, which the server's errors refer to. */
  place: number;
  isNew: boolean;
  /** The request that validates the list with this rule. */
  change: Change;
  onTake: (rule: Rule) => void;
  onClose: () => void;
};

/** The form of one rule. It goes into the list after the server has found it valid. */
export function RuleEditor({ rule, place, isNew, change, onTake, onClose }: Props) {
  const path = `/rules/${place}`;
  const form = useForm(draftOf(rule), change, (name) => `${path}/${name}`);
  const { values: draft, text, choice, type, props } = form;
  const { error } = change;
  const whole = error instanceof Problem ? error.fields.find((field) => field.path === path) : undefined;
  const fields = whole ? [...props.fields, path] : props.fields;
  return (
    <FormDialog
      title={isNew ? 'New ignore rule' : 'Ignore rule'}
      onClose={onClose}
      action="Preview"
      change={change}
      fields={fields}
      onSubmit={() => onTake(ruleOf(draft, isNew ? undefined : (rule as Rule)))}
    >
      <TextArea
        {...text('reason')}
        label="Reason"
        required
        rows={2}
        maxLength={500}
        help="Shown with everything the rule hides."
      />
      <Choice {...choice('kind')} label="Hides" options={KINDS} />
      <Note>
        All filled fields must match; * stands for any text.
        {draft.kind === '' && ' Without an attribute the whole resource is skipped.'}
      </Note>
      <Fields>
        {selectorsOf(draft.kind).map(([name, label, help]) => (
          <TextField key={name} {...text(name)} label={label} help={help} />
        ))}
        <TextField {...text('expires_at')} label="Expires (UTC)" type="date" help="Blank = never." />
      </Fields>
      {draft.kind === '' && draft.attribute.trim() !== '' && (
        <Fields>
          {TESTED.map(([name, label]) => (
            <ValueTestField
              key={name}
              label={label}
              name={name}
              value={draft[name]}
              wrong={wrongAt(error, `${path}/${name}`)}
              onChange={(test) => type({ [name]: test })}
            />
          ))}
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

const TESTED = [
  ['before', 'State value'],
  ['after', 'Cloud value'],
] as const;

type TestProps = {
  label: string;
  name: string;
  value: DraftTest;
  wrong: string | undefined;
  onChange: (value: DraftTest) => void;
};

/** The fields of a rule's test of a value. */
function ValueTestField({ label, name, value, wrong, onChange }: TestProps) {
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
