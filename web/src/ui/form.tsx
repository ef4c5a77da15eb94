import { Dialog as Base } from '@base-ui/react/dialog';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { Button, type Look } from './button.tsx';
import styles from './dialog.module.css';
import { Note, ProblemNote } from './notes.tsx';
import { isAt, Problem } from '../api/problem.ts';
import { wrongAt } from './field.tsx';
import formStyles from './form.module.css';
import { CopyButton } from './copy.tsx';
import onceStyles from './copy.module.css';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/** A modal dialog. Escape closes it; the focus returns to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(now) => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.back} />
        <Base.Popup className={styles.dialog}>
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

export type Change = Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'isSuccess' | 'error'>;

type ConfirmationProps = {
  /** The effect of the action, and whether it can be undone. */
  children: ReactNode;
  action: string;
  look?: Look;
  dismiss?: string;
  change: Change;
  onConfirm: () => void;
  onClose: () => void;
};

/** The content of a confirmation. */
export function Confirmation({
  children,
  action,
  look = 'danger',
  dismiss = 'Cancel',
  change,
  onConfirm,
  onClose,
}: ConfirmationProps) {
  return (
    <>
      <div>{children}</div>
      <ProblemNote error={change.error} />
      <DialogActions>
        <Button label={dismiss} onClick={onClose} />
        <Button label={action} look={look} busy={change.isPending} onClick={onConfirm} />
      </DialogActions>
    </>
  );
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({ title, ...rest }: ConfirmationProps & { title: string }) {
  return (
    <Dialog title={title} onClose={rest.onClose}>
      <Confirmation {...rest} />
    </Dialog>
  );
}

type OpenerProps = Omit<ComponentProps<typeof Button>, 'onClick'>;

/** A button with the dialog that it opens. */
export function Opener({ children, ...button }: OpenerProps & { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

type ConfirmButtonProps<Data, Input> = OpenerProps &
  Pick<ConfirmationProps, 'children' | 'action'> & {
    title: string;
    change: UseMutationResult<Data, Error, Input>;
    input: Input;
  };

/** A button that starts a mutation after a confirmation. */
export function ConfirmButton<Data, Input>(props: ConfirmButtonProps<Data, Input>) {
  const { title, action, change, input, children, ...button } = props;
  return (
    <Opener {...button}>
      {(close) => (
        <Confirm
          title={title}
          action={action}
          change={change}
          onConfirm={() => change.mutate(input, { onSuccess: close })}
          onClose={() => {
            close();
            change.reset();
          }}
        >
          {children}
        </Confirm>
      )}
    </Opener>
  );
}

type FormProps = {
  action: string;
  onSubmit: () => void;
  /** The mutation that submitting starts. */
  change: Change;
  /** JSON pointers of the body's fields that the form has fields for. Their errors are shown at those fields. */
  fields?: readonly string[];
  /** The message after success. */
  done?: string | undefined;
  unavailable?: string | undefined;
  beside?: ReactNode;
  children: ReactNode;
};

/** A form. If the server refuses the input, it stays in the form. */
export function Form({ action, onSubmit, change, fields = [], done, unavailable, beside, children }: FormProps) {
  const { isPending: busy, isSuccess, error } = change;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && unavailable === undefined) onSubmit();
  }
  const wrong = error instanceof Problem ? error.fields : [];
  // Errors without a field in the form are shown below it.
  const apart = wrong.filter((one) => !fields.some((field) => isAt(field, one)));
  const isSaid = wrong.length > 0 && apart.length === 0;
  return (
    <form className={formStyles.form} onSubmit={submit}>
      {children}
      {error !== null && !isSaid && (
        <>
          <ProblemNote error={error} />
          {apart.length > 0 && (
            <ul className={formStyles.wrong}>
              {apart.map(({ path, message }) => (
                <li key={path}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <div className={formStyles.actions}>
        <Button label={action} type="submit" look="main" busy={busy} unavailable={unavailable} />
        {beside}
        <span role="status" className={formStyles.done}>
          {isSuccess && done}
        </span>
      </div>
    </form>
  );
}

type Saves<Input, T extends object> = {
  form: ReturnType<typeof useForm<T, UseMutationResult<unknown, Error, Input>>>;
  /** The input of the mutation; undefined if the typed values are not valid. */
  input: Input | undefined;
};

/** A form to edit saved values. */
export function SaveForm<Input, T extends object>({
  form: { props, forget },
  input,
  done = 'Saved.',
  ...rest
}: Saves<Input, T> & Pick<FormProps, 'done' | 'unavailable' | 'children'>) {
  const save = () => input !== undefined && props.change.mutate(input, { onSuccess: forget });
  return <Form {...props} {...rest} action="Save" done={done} onSubmit={save} />;
}

/** A form in a dialog. */
export function FormDialog({
  title,
  onClose,
  ...form
}: Omit<FormProps, 'beside' | 'done'> & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} beside={<Button label="Cancel" onClick={onClose} />} />
    </Dialog>
  );
}

export function Fields({ children }: { children: ReactNode }) {
  return <div className={formStyles.fields}>{children}</div>;
}

type OnceProps = DialogProps & { secret: string | undefined; label: string };

/** A dialog with a new secret, which is shown nowhere else and is lost when the dialog closes. */
export function ShownOnce({ secret, label, children, ...dialog }: OnceProps) {
  if (secret === undefined) return null;
  return (
    <Dialog {...dialog}>
      <Note>Copy it now: it is not shown again.</Note>
      <div className={onceStyles.secret} role="group" aria-label={label}>
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
      <p>{children}</p>
      <DialogActions>
        <Button label="Done" look="main" onClick={dialog.onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** The type of a request body, from the functions in `As` that convert each typed value. */
type Sent<As> = { [Name in keyof As]?: As[Name] extends (typed: never) => infer Value ? Value : never };

/**
 * The state of a form to edit saved values. Its fields have the names of the body's fields; `at` returns the JSON
 * pointer of each. Untouched fields show the server's value and are not sent, so that changes by others in the meantime
 * persist.
 */
export function useForm<T extends object, C extends Change>(saved: T, change: C, at = (name: string) => `/${name}`) {
  const [typed, setTyped] = useState<Partial<T>>({});
  const values = { ...saved, ...typed };
  const type = (more: Partial<T>) => setTyped({ ...typed, ...more });
  const set = <Name extends keyof T & string>(name: Name, value: T[Name]) =>
    type({ [name]: value } as unknown as Partial<T>);
  const common = (name: string) => ({ name, wrong: wrongAt(change.error, at(name)) });
  return {
    values,
    typed,
    type,
    /** Call after saving: shows the server's values again, unless something was typed meanwhile. */
    forget: () => setTyped((now) => (now === typed ? {} : now)),
    /** The edited fields, each converted for the request. */
    patch: <As extends { [Name in keyof T]?: (typed: T[Name]) => unknown }>(as: As) =>
      Object.fromEntries(
        (Object.entries(as) as [keyof T, (value: unknown) => unknown][]).flatMap(([name, send]) =>
          typed[name] === undefined ? [] : [[name, send(typed[name])]],
        ),
      ) as Sent<As>,
    /** Props of the form. */
    props: { change, fields: Object.keys(saved).map(at) },
    /** Props of a `TextField` or a `TextArea`. */
    text: (name: keyof T & string) => ({
      ...common(name),
      value: values[name] as string,
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value as T[typeof name]),
    }),
    /** Props of a `Choice`. */
    choice: <Name extends keyof T & string>(name: Name) => ({
      ...common(name),
      value: values[name] as T[Name] & string,
      onChoose: (chosen: T[Name] & string) => set(name, chosen),
    }),
  };
}
