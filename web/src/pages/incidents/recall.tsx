import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { components } from '../../api/schema.ts';
import { withoutEmpty } from '../../api/search.ts';
import { useOrg, usePreview } from '../../api/use-api.ts';
import { Asked, Empty } from '../../ui/notes.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Name } from '../../ui/text.tsx';
import { Section } from '../../ui/page.tsx';
import { POSSIBLE, Similarity } from '../../ui/similarity.tsx';
import { NO_REPOSITORY, RepositoryChoice } from '../repositories/repository-choice.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './incidents.module.css';

type Match = components['schemas']['RecallMatch'];
const MAX_MATCHES = 10;

type MatchesProps = {
  matches: readonly Match[];
  /** The resource whose own earlier incidents are shown even if they are not similar. */ resource?: string;
};

/** Similar incidents, the most similar first. Dissimilar incidents are not shown. */
export function Matches({ matches, resource: own }: MatchesProps) {
  const shown = matches.filter(({ similarity, resource }) => similarity >= POSSIBLE || resource === own);
  if (shown.length === 0) return <p>No similar incidents</p>;
  return (
    <ol className={styles.matches}>
      {shown.map(({ id, similarity, date, summary, resource }) => (
        <li key={id} className={styles.match}>
          {resource === own ? <Badge sign={['low', 'good', 'same resource']} /> : <Similarity value={similarity} />}
          <IncidentLink id={id} mono text={resource} />
          <span>
            <Name text={summary} /> <span className={styles.muted}>({date})</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

type QuestionProps = { intent: string; project: string; busy: boolean };

function Question({ intent, project, busy }: QuestionProps) {
  const navigate = useNavigate({ from: '/o/$org/incidents' });
  const [typed, setTyped] = useState(intent);
  const [chosen, setChosen] = useState(project);
  function submit(event: FormEvent) {
    event.preventDefault();
    void navigate({ search: withoutEmpty({ view: 'recall' as const, intent: typed.trim(), project: chosen }) });
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      <TextField
        label="Your change"
        required
        maxLength={10_000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="open ssh to the world"
      />
      <RepositoryChoice label="Scope" value={chosen} none="The whole organization" onChoose={setChosen} />
      <Button label="Recall" type="submit" look="main" busy={busy} />
    </form>
  );
}

/** Finds past incidents that resemble a planned change. */
export function Recall() {
  const org = useOrg();
  const { intent = '', project = NO_REPOSITORY } = useSearch({ from: '/signed-in/o/$org/incidents' });
  const answer = usePreview(
    '/api/v1/memory/recall',
    { body: { project: project || org, intent, top_k: MAX_MATCHES, min_similarity: POSSIBLE } },
    { enabled: intent !== '', staleTime: 60_000, refetchOnWindowFocus: false },
  );
  return (
    <Section title="Past incidents" about="Describe your change to find similar past incidents.">
      {/* The question in the URL changes when the reader goes back or forward; the key then resets the form. */}
      <Question key={`${project} ${intent}`} intent={intent} project={project} busy={answer.isFetching} />
      {intent !== '' && (
        <Asked query={answer} what="similar incidents" height="12rem">
          {({ matches, latency_ms: ms }) =>
            matches.length === 0 ? (
              <Empty title="No similar incidents">
                Use other words, or a wider scope. Add your own incidents with plumbline incidents add.
              </Empty>
            ) : (
              <>
                <Matches matches={matches} />
                <p className={styles.muted}>Found in {ms.toFixed(1)} ms.</p>
              </>
            )
          }
        </Asked>
      )}
    </Section>
  );
}
