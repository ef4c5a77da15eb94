import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { useApi, useLack, useOrg } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';

/** Ends an analysis that waits or runs. */
export function CancelAnalysis({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const api = useApi();
  const org = useOrg();
  const queries = useQueryClient();
  const lack = useLack('write');
  const cancel = useMutation({
    mutationFn: () => ask(api.POST('/api/v1/analyses/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => setOpen(false),
    onSettled: () => queries.invalidateQueries({ queryKey: [org] }),
  });
  return (
    <div>
      <Button small unavailable={lack} onClick={() => setOpen(true)}>
        Cancel
      </Button>
      <Confirm
        title="Cancel this analysis?"
        open={open}
        onClose={() => setOpen(false)}
        action="Cancel analysis"
        change={cancel}
        onConfirm={() => cancel.mutate()}
      >
        <p>It stops within seconds. Its findings so far stay, and open no further incidents.</p>
      </Confirm>
    </div>
  );
}
