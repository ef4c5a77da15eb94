import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useLack } from '../../../api/use-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/form.tsx';
import { Asked, Note } from '../../../ui/notes.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import { Name, When } from '../../../ui/text.tsx';
import styles from '../settings.module.css';
import { type Kind, labelOf, type Source, useDeleteSource, useKinds, useSources, useVerifySource } from './queries.ts';
import { SourceForm } from './source-form.tsx';
import { Verified } from './verified.tsx';

/** The name of the source that the AWS settings define. */
const AWS = 'aws';

type Verifying = ReturnType<typeof useVerifySource>;

const AwsLink = ({ text, main = false }: { text: string; main?: boolean }) => (
  <Link className={buttonClass('plain', !main)} to="/o/$org/settings/cloud" from="/o/$org">
    {text}
  </Link>
);

type CardProps = { source: Source; kind: Kind | undefined; verify: Verifying };

function SourceCard({ source, kind, verify }: CardProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteSource();
  const lack = useLack('admin');
  const { name, settings, credentials, verified_at: at } = source;
  const isThis = verify.variables === name;
  const isLong = (field: string) => kind?.settings.some((one) => one.name === field && one.multiline) === true;
  const shown = Object.entries(settings).map(([field, value]) => [
    labelOf(field),
    isLong(field) ? 'set' : <Name key={field} mono text={value} />,
  ]);
  return (
    <li className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <Name mono text={name} />
        </h3>
        <Badge sign={at === null ? ['unknown', 'unknown', 'not verified'] : ['good', 'good', 'verified']} />
      </div>
      <Facts
        facts={{
          Kind: name === AWS ? 'AWS S3' : (kind?.title ?? source.kind),
          ...(Object.fromEntries(shown) as object),
          Credentials: credentials.length > 0 && credentials.map(labelOf).join(', '),
          Verified: at !== null && <When at={at} />,
        }}
      />
      {isOpen && kind !== undefined ? (
        <SourceForm
          kind={kind}
          source={source}
          taken={[]}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            verify.mutate(name);
          }}
        />
      ) : (
        <div className={styles.line}>
          {name === AWS ? (
            <AwsLink text="AWS settings" />
          ) : (
            <>
              <Button
                label={isThis && verify.isPending ? 'Verifying …' : 'Verify'}
                small
                busy={verify.isPending}
                onClick={() => verify.mutate(name)}
              />
              {lack === undefined && (
                <>
                  <Button label="Replace" small onClick={() => setOpen(true)} />
                  <ConfirmButton
                    small
                    look="danger"
                    label="Delete"
                    title="Delete state source?"
                    action="Delete source"
                    change={remove}
                    input={{ source: name }}
                  >
                    <p>
                      <Name mono text={name} /> and its credentials are deleted, and its states are analysed no more.
                      The states themselves stay where they are.
                    </p>
                  </ConfirmButton>
                </>
              )}
            </>
          )}
        </div>
      )}
      {isThis && !isOpen && <Verified verify={verify} what="This source" read="Read a state" />}
    </li>
  );
}

type ChoiceProps = { kinds: readonly Kind[]; sources: readonly Source[]; onSaved: (name: string) => void };

/** Adds a source: asks for its kind first, then shows the kind's form. */
function AddSource({ kinds, sources, onSaved }: ChoiceProps) {
  const [kind, setKind] = useState<Kind>();
  const { session } = useSession();
  const lack = useLack('admin');
  if (lack !== undefined) return <Note>Administrators add sources. {lack}</Note>;
  if (kind !== undefined)
    return (
      <>
        <h3>{kind.title}</h3>
        <SourceForm
          kind={kind}
          taken={[AWS, ...sources.map(({ name }) => name)]}
          onClose={() => setKind(undefined)}
          onSaved={(name) => {
            setKind(undefined);
            onSaved(name);
          }}
        />
      </>
    );
  return (
    <>
      <h3>{sources.length === 0 ? 'Where are your states?' : 'Add a source'}</h3>
      <div className={styles.line}>
        {!sources.some(({ name }) => name === AWS) && <AwsLink main text="AWS S3" />}
        {kinds
          .filter(({ operator_only: isOperators }) => !isOperators || session.kind === 'operator')
          .map((one) => (
            <Button key={one.kind} label={one.title} onClick={() => setKind(one)} />
          ))}
      </div>
    </>
  );
}

/** The state sources, with a button to add one. */
export function Sources() {
  const [kinds, sources] = [useKinds(), useSources()];
  const verify = useVerifySource();
  return (
    <Section
      title={sources.data?.length === 0 ? 'Connect your states' : 'State sources'}
      about="Where Terraform or OpenTofu keeps its states. Plumbline lists and reads them, and changes nothing."
    >
      <Asked query={kinds} what="the kinds of sources">
        {(all) => (
          <Asked query={sources} what="the sources">
            {(list) => (
              <>
                <ul className={styles.cards}>
                  {list.map((source) => (
                    <SourceCard
                      key={source.name}
                      source={source}
                      kind={all.find(({ kind }) => kind === source.kind)}
                      verify={verify}
                    />
                  ))}
                </ul>
                <AddSource kinds={all} sources={list} onSaved={(name) => verify.mutate(name)} />
              </>
            )}
          </Asked>
        )}
      </Asked>
    </Section>
  );
}
