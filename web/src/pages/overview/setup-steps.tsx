import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/badge.tsx';
import { Section } from '../../ui/page.tsx';
import { When } from '../../ui/text.tsx';
import { StartAnalysis } from '../analyses/start.tsx';
import { leadsToConnection } from '../analyses/trouble.tsx';
import styles from './overview.module.css';
import type { Overview } from './queries.ts';

type Setup = Overview['setup'];

export const isSetUp = ({ setup }: Overview): boolean => setup.cloud_connected && setup.analysed && setup.states > 0;

type Last = NonNullable<Overview['last_analysis']>;

/** The note about the last analysis while no state is known. */
const NO_STATES = 'The last analysis found no states. Read its error, or check where they lie, and the prefix.';
const LAST_CAME_TO: Record<Last['status'], string> = {
  queued: 'An analysis is queued.',
  running: 'An analysis is running.',
  completed: NO_STATES,
  partial: NO_STATES,
  failed: 'The last analysis failed. Open it to see why.',
  canceled: 'The last analysis was canceled before it found a state.',
};

type Step = { title: string; done: boolean; about: ReactNode; action?: ReactNode; optional?: boolean };

function stepsOf(setup: Setup, last: Last | null): Step[] {
  // The error banner already has this link.
  const connection = (text: string) =>
    leadsToConnection(last) ? undefined : (
      <Link
        className={buttonClass(setup.cloud_connected ? 'plain' : 'main', true)}
        to="/o/$org/settings/connections"
        from="/o/$org"
      >
        {text}
      </Link>
    );
  return [
    {
      title: 'Connect your states',
      done: setup.cloud_connected,
      about: 'Say where Terraform keeps them, with a login that may only read.',
      action: connection('Connect'),
    },
    {
      title: 'Verify the connection',
      // States of a source that was disconnected do not count.
      done: setup.cloud_connected && (setup.verified_at !== null || setup.states > 0),
      about:
        setup.verified_at === null ? (
          'Shows what works, and how to fix the rest.'
        ) : (
          <>
            Verified <When at={setup.verified_at} />.
          </>
        ),
      action: setup.cloud_connected ? connection('Verify') : undefined,
    },
    {
      title: 'Run an analysis',
      done: setup.analysed && setup.states > 0,
      about:
        last === null || setup.states > 0
          ? 'It compares the states with the cloud, and changes nothing.'
          : LAST_CAME_TO[last.status],
      action:
        last === null ? (
          setup.cloud_connected && <StartAnalysis />
        ) : (
          <Link
            className={buttonClass('plain', true)}
            to="/o/$org/analyses/$id"
            from="/o/$org"
            params={{ id: last.id }}
          >
            View last analysis
          </Link>
        ),
    },
    ...(setup.code_host === 'none'
      ? []
      : [
          {
            title: 'Install the GitHub App',
            done: setup.code_host === 'installed',
            optional: true,
            about: 'Assigns states to repositories, and checks pull requests.',
          },
        ]),
  ];
}

/** The steps to the first analysis, with the next one marked. */
export function SetupSteps({ setup, last }: { setup: Setup; last: Overview['last_analysis'] }) {
  const steps = stepsOf(setup, last);
  const next = steps.findIndex(({ done, optional }) => !done && optional !== true);
  return (
    <Section title="Setup" about="A few minutes until you see where the cloud differs from its Terraform state.">
      <ol className={styles.steps}>
        {steps.map(({ title, done, about, action, optional }, index) => (
          <li
            key={title}
            className={index === next ? styles.next : undefined}
            aria-current={index === next ? 'step' : undefined}
          >
            <span className={done ? styles.done : styles.number} aria-hidden="true">
              {done ? <Icon name="good" /> : index + 1}
            </span>
            <div className={styles.what}>
              <h3>
                {title}
                <span className="said-only">{done ? ', done' : ', to do'}</span>
                {optional === true && <span className={styles.muted}> (optional)</span>}
              </h3>
              <p className={styles.muted}>{about}</p>
              {!done && action}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
