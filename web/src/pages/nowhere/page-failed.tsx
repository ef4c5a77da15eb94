import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ProblemNote } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';

/** A page that could not be shown. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page title="Page failed">
      <ProblemNote
        error={error}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
