import { useState } from 'react';
import { type Change, FormDialog } from '../../../ui/form.tsx';
import { Check, Choice, orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import styles from '../settings.module.css';
import { type CreatedHook, type Hook, type HookEvent, type NewHook, useCreateHook, useUpdateHook } from './queries.ts';

const EVENTS: readonly (readonly [HookEvent, label: string, help: string])[] = [
  ['drift.detected', 'Drift detected', 'An analysis was the first to see it.'],
  ['drift.resolved', 'Drift resolved', 'Reverted, taken into the code, ignored from now on, or gone from the state.'],
  ['analysis.completed', 'Analysis completed', 'Also one that failed.'],
];

const FORMATS = [
  ['standard', 'JSON, signed (Standard Webhooks)'],
  ['slack', 'a message for Slack'],
] as const;

type Typed = { url: string; events: readonly HookEvent[]; format: Hook['format']; description: string };

/** What is typed of an address that is added or changed. */
function HookForm({
  began,
  urlHelp,
  onSend,
  ...dialog
}: {
  title: string;
  action: string;
  began: Typed;
  urlHelp: string;
  change: Change;
  onSend: (url: string, rest: Pick<NewHook, 'events' | 'format' | 'description'>) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(began);
  const { url, events, format, description } = typed;
  const { error } = dialog.change;
  const wrong = wrongAt(error, '/events');
  const set = (changed: Partial<Typed>) => setTyped({ ...typed, ...changed });
  const toggle = (event: HookEvent, on: boolean) =>
    set({ events: EVENTS.map(([one]) => one).filter((one) => (one === event ? on : events.includes(one))) });
  return (
    <FormDialog
      {...dialog}
      fields={['/url', '/events', '/format', '/description']}
      onSubmit={() => onSend(url.trim(), { events: [...events], format, description: orNull(description) })}
    >
      <TextField
        label="Address"
        name="url"
        inputMode="url"
        value={url}
        onChange={(event) => set({ url: event.target.value })}
        wrong={wrongAt(error, '/url')}
        help={urlHelp}
      />
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
      <Choice
        label="Format"
        name="format"
        value={format}
        options={FORMATS}
        onChoose={(chosen) => set({ format: chosen })}
        wrong={wrongAt(error, '/format')}
      />
      <TextField
        label="Description"
        name="description"
        maxLength={200}
        value={description}
        onChange={(event) => set({ description: event.target.value })}
        wrong={wrongAt(error, '/description')}
        help="For people: whom it reaches."
      />
    </FormDialog>
  );
}

/** Adds an address, whose signing secret is then shown this once. */
export function CreateHook({ onClose, onMade }: { onClose: () => void; onMade: (hook: CreatedHook) => void }) {
  const create = useCreateHook(onMade);
  return (
    <HookForm
      title="New address"
      action="Add"
      began={{ url: '', events: ['drift.detected', 'drift.resolved'], format: 'standard', description: '' }}
      urlHelp="https. It may be a secret itself, so it is never shown again."
      change={create}
      onSend={(url, rest) => create.mutate({ url, enabled: true, ...rest })}
      onClose={onClose}
    />
  );
}

const isEvent = (text: string): text is HookEvent => EVENTS.some(([one]) => one === text);

/** Changes an address; what is left empty of the address itself stays as it is. */
export function ChangeHook({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const update = useUpdateHook(hook.id, onClose);
  const { events, format, description } = hook;
  return (
    <HookForm
      title="Address"
      action="Save"
      began={{ url: '', events: events.filter(isEvent), format, description: description ?? '' }}
      urlHelp={`Blank = unchanged, ${hook.url_hint}`}
      change={update}
      onSend={(url, rest) => update.mutate({ ...(url !== '' && { url }), ...rest })}
      onClose={onClose}
    />
  );
}
