import { Check, Choice, orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import { FormDialog, useForm, type Change } from '../../../ui/form.tsx';
import styles from '../settings.module.css';
import { useChange } from '../../../api/use-api.ts';
import { useUpdateHook, type CreatedHook, type Hook, type HookEvent, type NewHook } from './queries.ts';

const EVENTS: readonly (readonly [HookEvent, label: string, help: string])[] = [
  ['drift.detected', 'Drift detected', 'An analysis was the first to see it.'],
  ['drift.resolved', 'Drift resolved', 'Reverted, taken into the code, ignored from now on, or gone from the state.'],
  ['unmanaged.detected', 'Unmanaged objects', 'An inventory found something new that no state has.'],
  ['unmanaged.resolved', 'Unmanaged resolved', 'A state has it now, it is gone, or a rule ignores it.'],
  ['analysis.completed', 'Analysis completed', 'Also one that failed.'],
];

const FORMATS = [
  ['standard', 'JSON, signed (Standard Webhooks)'],
  ['slack', 'a message for Slack'],
] as const;

type Typed = { url: string; events: readonly HookEvent[]; format: Hook['format']; description: string };
type Props = {
  title: string;
  action: string;
  began: Typed;
  urlHelp: string;
  change: Change;
  onSend: (url: string, rest: Pick<NewHook, 'events' | 'format' | 'description'>) => void;
  onClose: () => void;
};

function HookForm({ began, urlHelp, change, onSend, ...dialog }: Props) {
  const { values, type, text, choice, props } = useForm(began, change);
  const { url, events, format, description } = values;
  const wrong = wrongAt(change.error, '/events');
  const toggle = (event: HookEvent, on: boolean) =>
    type({ events: EVENTS.map(([one]) => one).filter((one) => (one === event ? on : events.includes(one))) });
  return (
    <FormDialog
      {...dialog}
      {...props}
      onSubmit={() => onSend(url.trim(), { events: [...events], format, description: orNull(description) })}
    >
      <TextField {...text('url')} label="Address" inputMode="url" help={urlHelp} />
      <fieldset className={styles.group}>
        <legend>Send on</legend>
        {EVENTS.map(([event, label, help]) => (
          <Check
            key={event}
            label={label}
            help={help}
            name={event}
            checked={events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
        {wrong !== undefined && <p role="alert">{wrong}</p>}
      </fieldset>
      <Choice {...choice('format')} label="Format" options={FORMATS} />
      <TextField {...text('description')} label="Description" maxLength={200} help="For people: whom it reaches." />
    </FormDialog>
  );
}

/** Adds a webhook. Its signing secret is shown once, right after. */
export function CreateHook({ onClose, onMade }: { onClose: () => void; onMade: (hook: CreatedHook) => void }) {
  const create = useChange('post', '/api/v1/orgs/{org_id}/webhooks', ['webhooks'], (hook) => {
    onClose();
    onMade(hook);
  });
  return (
    <HookForm
      title="New address"
      action="Add"
      began={{ url: '', events: ['drift.detected', 'drift.resolved'], format: 'standard', description: '' }}
      urlHelp="https. It may be a secret itself, so it is never shown again."
      change={create}
      onSend={(url, rest) => create.mutate({ body: { url, enabled: true, ...rest } })}
      onClose={onClose}
    />
  );
}

const isEvent = (text: string): text is HookEvent => EVENTS.some(([one]) => one === text);

/** Changes a webhook. If its URL is left empty, it stays. */
export function ChangeHook({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const update = useUpdateHook(onClose);
  const { events, format, description } = hook;
  return (
    <HookForm
      title="Address"
      action="Save"
      began={{ url: '', events: events.filter(isEvent), format, description: description ?? '' }}
      urlHelp={`Blank = unchanged, ${hook.url_hint}`}
      change={update}
      onSend={(url, rest) => update.mutate({ hook_id: hook.id, body: { ...(url !== '' && { url }), ...rest } })}
      onClose={onClose}
    />
  );
}
