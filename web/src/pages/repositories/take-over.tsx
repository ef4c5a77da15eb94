import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Name } from '../../ui/name.tsx';
import { Note, ProblemNote } from '../../ui/notes.tsx';
import { Owners } from './proposal-row.tsx';
import type { StateClaim } from './queries.ts';
import { useAcceptClaims } from './use-accept-claims.ts';

/** Gives a repository states that another one has, after saying whose they are. */
export function TakeOver({ claim, onClose }: { claim: StateClaim; onClose: () => void }) {
  const accept = useAcceptClaims(onClose);
  return (
    <Dialog title="Take over states" open onClose={onClose}>
      <p>
        <Name mono>{claim.key}</Name> for <Name>{claim.repo_full_name}</Name>
      </p>
      <Note>
        <p>
          <Owners claim={claim} /> would belong to <Name>{claim.repo_full_name}</Name>. People who see only the present
          owner lose access.
        </p>
      </Note>
      {accept.error !== null && <ProblemNote error={accept.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          busy={accept.isPending}
          onClick={() => accept.mutate({ claims: [claim.id], takeOver: true })}
        >
          Take over
        </Button>
      </DialogActions>
    </Dialog>
  );
}
