/** What operations are grouped by, in the order of the alphabet. An operation has one of these and no other. */
export const TAGS = [
  { name: 'analyses', description: 'Runs over the states in scope, and what they found.' },
  { name: 'audit', description: 'Changes, and who made them.' },
  { name: 'billing', description: 'Subscriptions, on the pages of the payment provider.' },
  { name: 'clouds', description: 'How an organization’s cloud is reached.' },
  { name: 'ignore rules', description: 'What an organization does not want to hear about.' },
  { name: 'keys', description: 'API keys of an organization.' },
  { name: 'memory', description: 'What went wrong before, and what of it is like something that is about to be done.' },
  { name: 'notifications', description: 'Addresses that an organization has told of what happens.' },
  { name: 'operator', description: 'How the instance as a whole stands.' },
  { name: 'organizations', description: 'Tenants of this instance.' },
  { name: 'probes', description: 'Is the service there, and can it work?' },
  { name: 'repositories', description: 'Repositories of the code host that an organization has.' },
  { name: 'sessions', description: 'Who is signed in to the dashboard.' },
  { name: 'states', description: 'The states of an organization, and which repository each belongs to.' },
  { name: 'webhooks', description: 'What code hosts and the payment provider deliver to this instance.' },
];
