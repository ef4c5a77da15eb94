import type { SourceForm } from '../contract/kind.ts';
import { address, field, file, form, optional } from '../contract/fields.ts';

/** States in secrets of a namespace, as the backend `kubernetes` writes them. */
export const KUBERNETES: SourceForm = {
  title: 'Kubernetes',
  grants: `kubectl apply -f - <<'ROLE'
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: plumbline, namespace: terraform }
rules:
  - { apiGroups: [""], resources: [secrets], verbs: [get, list] }
  - { apiGroups: [coordination.k8s.io], resources: [leases], verbs: [list] }
ROLE
kubectl -n terraform create serviceaccount plumbline
kubectl -n terraform create rolebinding plumbline --role=plumbline --serviceaccount=terraform:plumbline
kubectl -n terraform create token plumbline --duration=8760h`,
  settings: form({
    server: address("The cluster's API server", 'https://203.0.113.10:6443'),
    namespace: optional(
      field('The namespace; default where none is named', 'terraform', { pattern: '^[a-z0-9-]{1,63}$' }),
    ),
    ca: optional(file("The certificate of the cluster's authority, as PEM", '-----BEGIN CERTIFICATE-----…')),
    service_account: optional(
      field(
        "server, for the service account of this server's own pod in the place of a token; the operator's",
        'server',
        {
          pattern: '^server$',
        },
      ),
    ),
  }),
  operatorSettings: ['service_account'],
  credentials: form({ token: optional(field('The token of a service account', 'eyJhbGciOi…', { maxLength: 8192 })) }),
};
