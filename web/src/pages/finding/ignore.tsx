import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, TextArea, TextField } from '../../ui/field.tsx';
import { Confirmation, Dialog, DialogActions, Fields, Form, useForm } from '../../ui/form.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { many } from '../../ui/text.tsx';
import { PreviewOf } from '../settings/rules/preview.tsx';
import { type Preview, type Rule, type Rules, useRules } from '../settings/rules/queries.ts';
import { type Chosen, inDays, rulesFor, WIDTHS } from './ignore-rules.ts';
import type { Finding } from './queries.ts';

const DAYS = 30;

type Props = { findings: readonly Finding[]; onClose: () => void };

/**
 * Ignores exactly the drifted attributes for 30 days by default. A wider or longer rule needs a second confirmation.
 */
export function IgnoreDialog({ findings, onClose }: Props) {
  const [isDone, setDone] = useState(false);
  const query = useRules();
  const [only] = findings;
  const title =
    findings.length === 1 ? `Ignore ${only?.type ?? ''} drift` : `Ignore ${many(findings.length, 'finding')}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {isDone ? (
        <>
          <p>Saved. It is hidden from the next analysis on.</p>
          <DialogActions>
            <Link to="/o/$org/settings/ignore-rules" from="/o/$org">
              Ignore rules
            </Link>
            <Button label="Done" look="main" onClick={onClose} />
          </DialogActions>
        </>
      ) : (
        <Asked query={query} what="the rules">
          {(stored) => <Begin stored={stored} findings={findings} onClose={onClose} onDone={() => setDone(true)} />}
        </Asked>
      )}
    </Dialog>
  );
}

/** The reasons to confirm a rule a second time. */
function warningsOf(findings: readonly Finding[], rules: readonly Rule[], preview: Preview): string[] {
  const isWide = ({ address, attribute }: Rule) =>
    address === undefined ||
    (attribute === undefined && findings.some((one) => one.resource === address && one.attributes.length > 0));
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  const others = preview.hidden + preview.narrowed - findings.length;
  return [
    ...(critical > 0 ? [`${many(critical, 'critical finding')} will not be reported.`] : []),
    ...(rules.some(isWide) ? ['It hides more than what drifted now, and whatever drifts there later.'] : []),
    ...(others > 0 ? [`${many(others, 'other finding')} will be hidden as well.`] : []),
    ...(rules.some(({ expires_at: end }) => end === undefined) ? ['It never expires.'] : []),
  ];
}

function Begin({ stored, findings, onClose, onDone }: Props & { stored: Rules; onDone: () => void }) {
  const [asked, setAsked] = useState<{ rules: Rule[]; preview: Preview; why: string[] }>();
  const save = useChange('put', '/api/v1/orgs/{org_id}/ignore-rules', ['ignore-rules'], onDone);
  const saveRules = (rules: readonly Rule[]) => save.mutate({ body: { version: stored.version, rules: [...rules] } });
  const preview = useChange('post', '/api/v1/orgs/{org_id}/ignore-rules/preview', [], (answer, { body }) => {
    const own = body.rules.slice(stored.rules.length);
    const why = warningsOf(findings, own, answer);
    if (why.length === 0) saveRules(body.rules);
    else setAsked({ rules: body.rules, preview: answer, why });
  });
  const change = preview.error === null && !preview.isPending ? save : preview;
  const begun: Chosen = { reason: '', expires_at: inDays(DAYS), width: 'attributes' };
  const form = useForm(begun, change);
  const { values, text, choice, props } = form;
  const isDeleted = findings.some(({ kind }) => kind === 'deleted');
  if (asked)
    return (
      <Confirmation
        action="Ignore it"
        dismiss="Back"
        change={save}
        onConfirm={() => saveRules(asked.rules)}
        onClose={() => setAsked(undefined)}
      >
        <Note>
          {asked.why.map((one) => (
            <p key={one}>
              <strong>{one}</strong>
            </p>
          ))}
        </Note>
        <PreviewOf preview={asked.preview} />
      </Confirmation>
    );
  return (
    <Form
      {...props}
      action="Ignore"
      onSubmit={() => preview.mutate({ body: { rules: [...stored.rules, ...rulesFor(findings, values)] } })}
      beside={<Button label="Cancel" onClick={onClose} />}
    >
      <TextArea
        {...text('reason')}
        label="Reason"
        required
        rows={2}
        maxLength={500}
        help="Shown with all that it hides."
      />
      <Fields>
        <Choice
          {...choice('width')}
          label="Hide"
          options={WIDTHS.filter(([width]) => !isDeleted || width !== 'type')}
        />
        <TextField {...text('expires_at')} label="Until (UTC)" type="date" help="Blank = never." />
      </Fields>
    </Form>
  );
}
