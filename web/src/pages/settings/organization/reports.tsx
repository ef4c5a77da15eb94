import type { Organization } from '../../../api/organization.ts';
import { SEVERITIES } from '../../../api/severities.ts';
import { useLack } from '../../../api/use-api.ts';
import { useTyped } from '../../../api/use-typed.ts';
import { Check, Choice, wrongAt } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSaveOrganization } from './queries.ts';

const NEVER = '';
const LEVELS = [
  [NEVER, 'never'],
  ...SEVERITIES.map((one) => [one, one === 'critical' ? one : `${one} or worse`] as const),
] as const;

/** What pull requests and repositories are told of drift. */
export function Reports({ organization }: { organization: Organization }) {
  const { check_fails_at, drift_issues } = organization;
  const { values, typed, type, forget } = useTyped({ check_fails_at, drift_issues });
  const save = useSaveOrganization();
  const lack = useLack('admin');
  return (
    <Section title="Drift on GitHub" about="Pull requests always have a check that reports drift.">
      <Form
        action="Save"
        change={save}
        fields={['/check_fails_at']}
        done="Saved."
        unavailable={lack}
        onSubmit={() => save.mutate(typed, { onSuccess: forget })}
      >
        <Choice
          label="Check fails at"
          name="check_fails_at"
          value={values.check_fails_at ?? NEVER}
          options={LEVELS}
          onChoose={(level) => type({ check_fails_at: level === NEVER ? null : level })}
          wrong={wrongAt(save.error, '/check_fails_at')}
          help="Drift of this severity in the states that a pull request touches fails its check; resources that were not checked never do."
        />
        <Check
          label="Drift issues"
          name="drift_issues"
          checked={values.drift_issues}
          onChange={({ target }) => type({ drift_issues: target.checked })}
          help="Each repository whose states have drifted gets one issue, which is closed when the drift is gone; the App needs the permission Issues: read and write."
        />
      </Form>
    </Section>
  );
}
