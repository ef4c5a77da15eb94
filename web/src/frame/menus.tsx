import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Icon } from '../ui/badge.tsx';
import styles from './frame.module.css';
import { useForgetAnswers, useSession } from '../api/session.ts';
import { exactTime, Name } from '../ui/text.tsx';
import { ask, createApi } from '../api/client.ts';
import { useScopes } from '../api/use-api.ts';
import { keepTheme, keptTheme, type Theme } from '../ui/theme.ts';

/** A button of the bar that opens a menu. */
export function BarMenu({ label, shown, children }: { label: string; shown: ReactNode; children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={styles.trigger} aria-label={label}>
        {shown}
        <Icon name="down" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>{title}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export const MenuAction = (props: { onClick: () => void; children: string }) => (
  <Base.Item className={styles.item} {...props} />
);

type MenuChoiceProps<Value extends string> = {
  value: Value;
  options: readonly (readonly [value: Value, shown: string])[];
  onChange: (value: Value) => void;
};

export function MenuChoice<Value extends string>({ value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
      {options.map(([one, shown]) => (
        <Base.RadioItem key={one} value={one} className={styles.item} closeOnClick>
          <Name line text={shown} />
          <Base.RadioItemIndicator>
            <Icon name="good" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function OrganizationMenu({ org }: { org: string | undefined }) {
  const { organizations } = useSession();
  const navigate = useNavigate();
  const name = organizations.find(({ id }) => id === org)?.name ?? org ?? 'Organizations';
  if (organizations.length === 0 || (organizations.length === 1 && org === organizations[0]?.id))
    return <Name line text={name} />;
  return (
    <BarMenu label={`Organization: ${name}`} shown={<Name line text={name} />}>
      <MenuGroup title="Organizations">
        <MenuChoice
          value={org ?? ''}
          options={organizations.map((one) => [one.id, one.name] as const)}
          onChange={(chosen) => void navigate({ to: '/o/$org', params: { org: chosen } })}
        />
      </MenuGroup>
    </BarMenu>
  );
}

const THEME_NAMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function PersonMenu() {
  const { session } = useSession();
  const scopes = useScopes();
  const [theme, setTheme] = useState(keptTheme);
  const forget = useForgetAnswers();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => ask(createApi().DELETE('/api/v1/session')),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      await forget();
    },
  });
  function choose(chosen: Theme) {
    keepTheme(chosen);
    setTheme(chosen);
  }
  return (
    <BarMenu label={`Signed in as ${session.name}`} shown={<Name line text={session.name} />}>
      <MenuGroup title={`${scopes.join(', ')}, until ${exactTime(new Date(session.expires_at))}`}>
        <MenuAction onClick={() => signOut.mutate()}>Sign out</MenuAction>
      </MenuGroup>
      {session.kind === 'operator' && (
        <MenuGroup title="This instance">
          <MenuAction onClick={() => void navigate({ to: '/operator' })}>Operator’s page</MenuAction>
        </MenuGroup>
      )}
      <MenuGroup title="Appearance">
        <MenuChoice value={theme} options={THEME_NAMES} onChange={choose} />
      </MenuGroup>
    </BarMenu>
  );
}
