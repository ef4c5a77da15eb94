import { Link, useSearch } from '@tanstack/react-router';
import { useNarrow, narrowing } from '../../api/search.ts';
import { Badge, SeverityBadge } from '../../ui/badge.tsx';
import { Filters, SearchField } from '../../ui/field.tsx';
import row from '../../ui/list-row.module.css';
import { Name, oneOrMany, When } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { showsSeverity } from '../analyses/queries.ts';
import { PublicDetails } from './public-details.tsx';
import { useRepositories, type Repository, type RepositoriesSearch } from './queries.ts';
import styles from './repositories.module.css';

const STATUS_WORDS: Record<Exclude<Repository['status'], 'ok'>, string> = {
  suspended: 'suspended',
  unauthorized: 'not authorized',
  missing_permissions: 'permissions missing',
  not_visible: 'not visible',
};

function Trouble({ repository: { status, status_detail: detail, mapping } }: { repository: Repository }) {
  const problems = mapping?.problems ?? [];
  return (
    <>
      <Name block text={detail} />
      {mapping === null && status === 'ok' && <p className={styles.muted}>Not read yet.</p>}
      {problems.length > 0 && (
        <details>
          <summary>{oneOrMany(problems.length, 'problem')}</summary>
          <ul className={styles.changes}>
            {problems.map(({ path, detail: what }) => (
              <li key={`${path} ${what}`}>
                {path !== '' && <Name mono text={path} />}
                <Name text={what} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function RepositoryRow({ repository }: { repository: Repository }) {
  const { id, full_name: name, web_url: url, status, state_count: states, last_analysis: last, mapping } = repository;
  const { open_incidents: open, proposed_count: proposed } = repository;
  return (
    <article className={styles.row}>
      <div className={row.what}>
        <h2 className={row.name}>
          <OutsideLink to={url}>
            <Name text={name} />
          </OutsideLink>
        </h2>
        <span className={styles.muted}>
          {repository.archived && 'archived · '}
          {mapping === null ? (
            'not read yet'
          ) : (
            <>
              read <When at={mapping.read_at} />
            </>
          )}
        </span>
      </div>
      <div className={row.badges}>
        {status === 'ok' ? (
          <Badge sign={['good', 'good', 'ok']} />
        ) : (
          <Badge sign={['high', 'critical', STATUS_WORDS[status]]} />
        )}
        {last !== null && showsSeverity(last) && <SeverityBadge severity={last.severity} />}
      </div>
      <div className={row.what}>
        <span>
          <Link to="/o/$org/repositories" from="/o/$org" search={{ repo: id }}>
            {oneOrMany(states, 'state')}
          </Link>
          {proposed > 0 && (
            <>
              {' · '}
              <Link to="/o/$org/repositories" from="/o/$org" search={{ view: 'proposals', repo: id }}>
                {proposed.toLocaleString('en')} proposed
              </Link>
            </>
          )}
          {' · '}
          <Link to="/o/$org/incidents" from="/o/$org" search={{ repo: id }}>
            {open === 1 ? 'one open incident' : `${open.toLocaleString('en')} open incidents`}
          </Link>
        </span>
        <Trouble repository={repository} />
        <PublicDetails repository={repository} />
      </div>
    </article>
  );
}

/** The repositories that Plumbline can access, with their problems. */
export function Repositories() {
  const search = useSearch({ from: '/signed-in/o/$org/repositories' });
  const narrow = useNarrow<RepositoriesSearch>();
  const query = useRepositories(search.q);
  return (
    <>
      <Filters label="Repositories">
        <SearchField {...narrowing(search, narrow).text('q')} label="Name" />
      </Filters>
      <VirtualList
        query={query}
        what="repositories"
        keyOf={({ id }) => id}
        rowHeight={76}
        empty={
          search.q === undefined ? (
            <Empty title="No repositories yet">
              Install the GitHub App on the repositories with your Terraform code: Plumbline then assigns their states
              and checks pull requests. Everything else works without it.
            </Empty>
          ) : (
            <Empty title="No matching repositories">Remove the filter.</Empty>
          )
        }
      >
        {(repository) => <RepositoryRow repository={repository} />}
      </VirtualList>
    </>
  );
}
