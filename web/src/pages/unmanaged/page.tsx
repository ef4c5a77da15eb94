import { Link, useParams } from '@tanstack/react-router';
import { Badge, SeverityBadge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CodeBlock, CopyButton } from '../../ui/copy.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { capital, Name, visible, When } from '../../ui/text.tsx';
import { useObject, type UnmanagedObjectDetails as Details } from '../inventory/queries.ts';
import { CLASS_WORDS, titleOf } from '../inventory/words.ts';
import { IncidentLink } from '../links.tsx';
import styles from './unmanaged.module.css';

function Parent({ parent }: { parent: NonNullable<Details['parent']> }) {
  const { resource, state_key: state, type, id } = parent;
  if (resource === undefined) return <Name mono text={`${type} ${id}`} />;
  return (
    <>
      <Name mono text={resource} /> <Name mono before="in " text={state} />
    </>
  );
}

const GONE = { deleted: 'It was deleted.', managed: 'A state has it now.' } as const;

function AboutObject({ object }: { object: Details }) {
  const { severity, severity_reason: reason, class: named, gone_as: gone, ignored_by: rule, tags } = object;
  const [sign, sentence] = CLASS_WORDS[named];
  const tagged = Object.entries(tags);
  const isRepeated = sentence.toLowerCase().startsWith(reason.toLowerCase());
  return (
    <Section title="Object">
      <div className={styles.badges}>
        <SeverityBadge severity={severity} />
        <Badge sign={sign} />
      </div>
      <p className={styles.lead}>
        <Name text={isRepeated ? sentence : capital(reason)} />
      </p>
      {(gone !== null || !isRepeated) && <p>{gone === null ? sentence : GONE[gone]}</p>}
      {rule !== null && (
        <Note>
          <Name before="Ignored: " text={rule.reason} />
        </Note>
      )}
      <Facts
        facts={{
          Type: <Name mono text={object.type} />,
          'Cloud ID': <Name mono text={object.cloud_id} />,
          'Part of': object.parent && <Parent parent={object.parent} />,
          Owner: object.owner && <Name text={object.owner} />,
          Account: object.account_id && <Name text={object.account_id} />,
          Region: object.region && <Name text={object.region} />,
          Created: object.created_at && <When at={object.created_at} />,
          'First seen': <When at={object.first_seen_at} />,
          'Last seen': <When at={object.last_seen_at} />,
          Gone: object.gone_at && <When at={object.gone_at} />,
          Incident: object.incident_id !== null && <IncidentLink id={object.incident_id} text="View incident" />,
        }}
      />
      {tagged.length > 0 && (
        <div>
          <h3>Tags</h3>
          <Facts
            facts={Object.fromEntries(
              tagged.map(([key, value]) => [visible(key), <Name key={key} text={value || '(empty)'} />]),
            )}
          />
        </div>
      )}
    </Section>
  );
}

/** Why there is no configuration, for each status of an import. */
const NO_CONFIGURATION: Record<Details['import']['status'], string> = {
  proven: '',
  none: 'Nobody has to import it: it is not yours to manage, or comes with what it is a part of.',
  invalid: 'No valid configuration could be made of what a read shows.',
  differs: 'An apply of its configuration would change it.',
  unanswered: 'The provider did not answer.',
};

function Import({ object }: { object: Details }) {
  const { import_block: block, configuration, variables, import: proof } = object;
  return (
    <Section
      title="Import"
      {...(proof.status === 'proven' && { about: 'terraform plan imports it, and changes nothing.' })}
    >
      {proof.status !== 'proven' && (
        <Note>
          <p>{NO_CONFIGURATION[proof.status]}</p>
          <Name block text={proof.detail} />
        </Note>
      )}
      {variables.length > 0 && (
        <Note>
          <p>
            Secrets are no part of it. Declare and set: <Name mono text={variables.join(', ')} />
          </p>
        </Note>
      )}
      {block !== null && <CodeBlock label="Import block">{block}</CodeBlock>}
      {configuration !== null && <CodeBlock label="Configuration">{configuration}</CodeBlock>}
    </Section>
  );
}

function WhatToDo({ object }: { object: Details }) {
  const { type, name, class: named } = object;
  const rule = { kind: 'unmanaged' as const, type, ...(name !== null && { name }) };
  return (
    <Section title="What to do">
      <ul>
        <li>
          {named === 'added'
            ? 'Nobody intended it? Delete it in the cloud: the managed resource is then what its code says.'
            : 'Nobody needs it? Delete it in the cloud.'}
        </li>
        <li>It stays? Import it, with the text below.</li>
        <li>A state has it that Plumbline does not read? Connect that state source.</li>
      </ul>
      <div>
        <Link className={buttonClass('plain')} to="/o/$org/settings/ignore-rules" from="/o/$org" search={{ rule }}>
          Ignore…
        </Link>
      </div>
    </Section>
  );
}

export function Screen() {
  const { object: id } = useParams({ from: '/signed-in/o/$org/inventory/$object' });
  const query = useObject(id);
  const title = query.data && titleOf(query.data);
  return (
    <Page
      doc="docs/inventory.md"
      title={title === undefined ? 'Unmanaged object' : visible(title).slice(0, 100)}
      heading={title === undefined ? 'Unmanaged object' : <Name mono text={title} />}
      above={
        <Link to="/o/$org/inventory" from="/o/$org">
          Inventory
        </Link>
      }
      actions={<CopyButton label="Copy link" text={location.href} />}
    >
      <Asked query={query} what="the object" height="60vh">
        {(object) => (
          <>
            <AboutObject object={object} />
            {object.gone_at === null && ['added', 'unmanaged', 'waiting'].includes(object.class) && (
              <WhatToDo object={object} />
            )}
            {object.gone_at === null && <Import object={object} />}
          </>
        )}
      </Asked>
    </Page>
  );
}
