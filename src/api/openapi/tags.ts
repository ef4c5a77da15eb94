/** The groups of operations, in alphabetical order. Each operation has exactly one. */
export const TAGS = [
  { name: 'analyses', description: 'Runs over the states in scope, and their results.' },
  { name: 'audit', description: 'Changes, and who made them.' },
  { name: 'billing', description: 'Subscriptions, on the pages of the payment provider.' },
  { name: 'clouds', description: 'How an organization’s cloud is reached.' },
  { name: 'ignore rules', description: 'Expected drift that an organization hides.' },
  { name: 'inventory', description: 'What is in the cloud and in no state.' },
  { name: 'keys', description: 'API keys of an organization.' },
  { name: 'memory', description: 'Past incidents, and those that are similar to a planned change.' },
  { name: 'notifications', description: 'Webhooks that notify an organization.' },
  { name: 'operator', description: 'Status of the instance as a whole.' },
  { name: 'organizations', description: 'Tenants of this instance.' },
  { name: 'probes', description: 'Is the service there, and can it work?' },
  { name: 'repositories', description: 'Repositories of the code host that an organization has.' },
  { name: 'sessions', description: 'Who is signed in to the dashboard.' },
  { name: 'states', description: 'The states of an organization, and which repository each belongs to.' },
  { name: 'webhooks', description: 'Deliveries of code hosts and the payment provider to this instance.' },
];
