import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/away.ts';
import { useLack } from '../../api/use-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Opener } from '../../ui/form.tsx';
import { Note } from '../../ui/notes.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Section } from '../../ui/page.tsx';
import { Name } from '../../ui/text.tsx';
import styles from './finding.module.css';
import type { Finding, NextSteps } from './queries.ts';

const IgnoreDialog = lazy(() =>
  loadPart(() => import('./ignore.tsx')).then((part) => ({ default: part.IgnoreDialog })),
);

/** Opens the dialog that ignores findings. */
export function IgnoreButton({ findings, small = true }: { findings: readonly Finding[]; small?: boolean }) {
  return (
    <Opener label="Ignore…" small={small} unavailable={useLack('write')}>
      {(close) => (
        <Suspense>
          <IgnoreDialog findings={findings} onClose={close} />
        </Suspense>
      )}
    </Opener>
  );
}

type Props = { finding: Finding; steps: NextSteps };

function Code({ code }: Pick<NextSteps, 'code'>) {
  if (code === null) return null;
  const { repo_full_name: name, path, file, line } = code;
  const place = file === null ? path : `${file}:${line ?? 1}`;
  return (
    <OutsideLink to={code.url}>
      <Name text={place === '.' ? name : `${place} in ${name}`} />
    </OutsideLink>
  );
}

function Revert({ finding, steps: { revert } }: Props) {
  const replaces = finding.attributes.some(({ requires_replace: one }) => one);
  return (
    <details className={styles.way} open>
      <summary>{finding.kind === 'deleted' ? 'Recreate' : 'Revert'}: make the cloud match the code</summary>
      {replaces && <Note>Reverting destroys the resource and creates another one.</Note>}
      {revert === null ? (
        <p>The address has signs that fit no command: run terraform plan, and look for it there.</p>
      ) : (
        <ol className={styles.steps}>
          <li>
            See what would change; nothing does yet.
            <CodeBlock label="Plan" words>
              {revert.plan}
            </CodeBlock>
          </li>
          <li>
            Apply it. Terraform asks once more.
            <CodeBlock label="Apply" words>
              {revert.apply}
            </CodeBlock>
          </li>
        </ol>
      )}
    </details>
  );
}

function Accept({ finding, steps: { accept, code } }: Props) {
  const isGone = finding.kind === 'deleted';
  return (
    <details className={styles.way}>
      <summary>Accept into code: make it match the cloud</summary>
      <ol className={styles.steps}>
        <li>
          {isGone
            ? 'Remove the resource from the configuration'
            : 'Write the values of the cloud into the configuration'}
          {code !== null && (
            <>
              {' in '}
              <Code code={code} />
            </>
          )}
          .{accept !== null && <CodeBlock label="Arguments">{accept}</CodeBlock>}
        </li>
        <li>Run terraform plan until it shows no change for this resource, then commit.</li>
      </ol>
    </details>
  );
}

/** Actions on a finding: revert, accept, ignore, or open it in other places. */
export function Ways({ finding, steps }: Props) {
  const { console_url: consoleUrl, code } = steps;
  return (
    <Section title="What to do">
      <Revert finding={finding} steps={steps} />
      <Accept finding={finding} steps={steps} />
      <div className={styles.actions}>
        <IgnoreButton findings={[finding]} small={false} />
        {consoleUrl !== null && (
          <OutsideLink to={consoleUrl} className={buttonClass('plain')}>
            Open in AWS console
          </OutsideLink>
        )}
      </div>
      {code !== null && (
        <p className={styles.muted}>
          Code: <Code code={code} />
        </p>
      )}
    </Section>
  );
}
