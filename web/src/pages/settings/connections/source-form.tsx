import { Problem } from '../../../api/problem.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Fields, Form, useForm } from '../../../ui/form.tsx';
import styles from '../settings.module.css';
import { type Kind, labelOf, type Source, useSaveSource, wrongName } from './queries.ts';

const PARTS = ['settings', 'credentials'] as const;
type Part = (typeof PARTS)[number];

const placeOf = (name: string) => (name === 'name' ? '/source' : `/${name.replace('.', '/')}`);

/** The saved values by part and field, without credentials, which the API never returns. */
const savedIn = (kind: Kind, name: string, settings: Source['settings']): Record<string, string> =>
  Object.fromEntries([
    ['name', name],
    ...PARTS.flatMap((part) =>
      kind[part].map((field) => [`${part}.${field.name}`, (part === 'settings' && settings[field.name]) || '']),
    ),
  ]);

/** The kind without the fields that only the operator may set. */
const withoutOperators = (kind: Kind): Kind => ({
  ...kind,
  settings: kind.settings.filter(({ operator_only: isOperators }) => !isOperators),
});

type Props = {
  kind: Kind;
  /** The source to replace; undefined for a new source. */
  source?: Source;
  /** The names of existing sources. */
  taken: readonly string[];
  onSaved: (name: string) => void;
  onClose: () => void;
};

/** The fields of one kind of source, as the API describes them. */
export function SourceForm({ kind: whole, source, taken, onSaved, onClose }: Props) {
  const { session } = useSession();
  const kind = session.kind === 'operator' ? whole : withoutOperators(whole);
  const save = useSaveSource();
  const free = taken.includes(kind.kind) ? '' : kind.kind;
  const form = useForm(savedIn(kind, source?.name ?? free, source?.settings ?? {}), save, placeOf);
  const { values, props } = form;
  const name = (values.name ?? '').trim();
  const badName = source === undefined ? wrongName(name, taken) : undefined;
  const given = (part: Part) =>
    Object.fromEntries(
      kind[part].map((field) => [field.name, values[`${part}.${field.name}`] ?? '']).filter(([, text]) => text !== ''),
    ) as Record<string, string>;
  function submit() {
    const [settings, credentials] = [given('settings'), given('credentials')];
    const isGiven = Object.keys(credentials).length > 0;
    const body = { kind: kind.kind, settings, ...(isGiven && { credentials }) };
    if (badName === undefined) save.mutate({ source: name, body }, { onSuccess: () => onSaved(name) });
  }
  const { error } = save;
  const wrong =
    error instanceof Problem ? error.fields.find(({ path }) => path === '/credentials')?.message : undefined;
  const fields = (part: Part) => (
    <Fields>
      {kind[part].map(({ name: field, description, example, required, multiline }) => {
        const common = {
          ...form.text(`${part}.${field}`),
          label: part === 'credentials' || required ? labelOf(field) : `${labelOf(field)} (optional)`,
          help: `${description}.`,
        };
        if (multiline) return <TextArea key={field} {...common} autoComplete="off" placeholder={example} />;
        if (part === 'settings') return <TextField key={field} {...common} placeholder={example} />;
        return <TextField key={field} {...common} type="password" autoComplete="new-password" />;
      })}
    </Fields>
  );
  return (
    <div className={styles.cards}>
      {kind.grants !== null && (
        <>
          <p>
            First give Plumbline a login of its own that may only read. Names in capitals and examples are yours to fill
            in:
          </p>
          <CodeBlock label={`Rights for ${kind.title}`}>{kind.grants}</CodeBlock>
        </>
      )}
      <Form
        {...props}
        fields={[...props.fields, '/credentials']}
        action="Save and verify"
        onSubmit={submit}
        beside={<Button label="Cancel" onClick={onClose} />}
      >
        {source === undefined && (
          <TextField
            {...form.text('name')}
            {...(badName !== undefined && { wrong: badName })}
            label="Name"
            required
            help="Keys of its states begin with it: name://key."
          />
        )}
        {fields('settings')}
        {kind.credentials.length > 0 && (
          <fieldset className={styles.group}>
            <legend>Credentials</legend>
            <p className={styles.muted}>
              {source === undefined
                ? 'Encrypted when they are saved, and never shown again.'
                : 'Blank = unchanged. What you give here replaces all of them.'}
            </p>
            {fields('credentials')}
            {wrong !== undefined && (
              <p role="alert" className={styles.wrong}>
                {wrong}
              </p>
            )}
          </fieldset>
        )}
      </Form>
    </div>
  );
}
