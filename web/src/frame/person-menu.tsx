import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, createApi } from '../api/client.ts';
import { useForgetAnswers, useSession } from '../api/session.ts';
import { useScopes } from '../api/use-api.ts';
import { exactTime, Name } from '../ui/text.tsx';
import { keepTheme, keptTheme, type Theme } from '../ui/theme.ts';
import { BarMenu, MenuAction, MenuChoice, MenuGroup } from './menu.tsx';

const THEME_NAMES = [
  { value: 'system', shown: 'System' },
  { value: 'light', shown: 'Light' },
  { value: 'dark', shown: 'Dark' },
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
    <BarMenu label={`Signed in as ${session.name}`} shown={<Name line>{session.name}</Name>}>
      <MenuGroup
        title={
          <>
            {scopes.join(', ')}, until {exactTime(new Date(session.expires_at))}
          </>
        }
      >
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
