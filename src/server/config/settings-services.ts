import {
  appId,
  clientId,
  integer,
  modelName,
  oneOrTwo,
  optional,
  origin,
  plans,
  rsaKey,
  secret,
  serviceUrl,
  setting,
  token,
} from './setting-readers.ts';

/** The services that this one talks to, besides clouds. */
export const SERVICE_SETTINGS = {
  stripeKey: secret({
    name: 'STRIPE_SECRET_KEY',
    help: 'Secret or restricted key of the Stripe account that organizations pay to. Without it there is no billing; with it, the next two and PLUMBLINE_PUBLIC_URL are needed.',
    read: token,
  }),
  stripeWebhookSecrets: secret({
    name: 'STRIPE_WEBHOOK_SECRET',
    help: 'Signing secret of the webhook endpoint in Stripe; two, with a comma between them, while it is being rotated.',
    read: oneOrTwo,
  }),
  stripePlans: optional({
    name: 'STRIPE_PRICE_ID',
    help: 'The price that organizations subscribe to; several as name=price_…,name=price_…, the first of which is the default.',
    read: plans,
  }),
  stripeApiBase: setting({
    name: 'STRIPE_API_BASE',
    help: "An emulator or proxy to use in place of Stripe's own address.",
    fallback: 'https://api.stripe.com',
    read: origin('http:', 'https:'),
  }),
  githubAppId: optional({
    name: 'GITHUB_APP_ID',
    help: 'The id or client id of the GitHub App that this server acts as. Without it, the one that `plumbline github setup` has stored in the data directory; without that, the server makes no calls to GitHub. It requires the next two: docs/github.md.',
    read: appId,
  }),
  githubPrivateKey: secret({
    name: 'GITHUB_APP_PRIVATE_KEY',
    help: "The App's private key: the .pem file, by GITHUB_APP_PRIVATE_KEY_FILE, or its text, with \\n for line ends or in Base64.",
    read: rsaKey,
  }),
  githubWebhookSecret: secret({
    name: 'GITHUB_WEBHOOK_SECRET',
    help: "The GitHub App's webhook secret; two, with a comma between them, while it is being rotated.",
    read: oneOrTwo,
  }),
  githubClientId: optional({
    name: 'GITHUB_CLIENT_ID',
    help: "The GitHub App's client id, with which people sign in; not needed where GITHUB_APP_ID is a client id.",
    read: clientId,
  }),
  githubClientSecret: secret({
    name: 'GITHUB_CLIENT_SECRET',
    help: 'A client secret of the GitHub App: with it, people can sign in to the dashboard with GitHub (docs/dashboard.md). Without it, the one that `plumbline github setup` has stored, where the App is the stored one.',
    read: token,
  }),
  uninstalledDays: setting({
    name: 'PLUMBLINE_UNINSTALLED_DAYS',
    help: 'Days that an organization is kept with all its history after the App was taken away from its account. Then everything of it is deleted.',
    fallback: '90',
    read: integer(1, 36_500),
  }),
  githubApiUrl: optional({
    name: 'GITHUB_API_URL',
    help: "Where GitHub's API is, when it is not https://api.github.com: https://github.example.com/api/v3 of a GitHub Enterprise Server, https://api.acme.ghe.com, or an emulator.",
    read: serviceUrl,
  }),
  embeddingsUrl: secret({
    name: 'EMBEDDINGS_BASE_URL',
    help: 'A service with an OpenAI-compatible /embeddings, whose model recall then compares incidents with: https://api.openai.com/v1. Incidents and intents, masked, are sent there; without it nothing is. It needs EMBEDDINGS_MODEL: docs/memory.md.',
    read: serviceUrl,
  }),
  embeddingsKey: secret({
    name: 'EMBEDDINGS_API_KEY',
    help: 'The API key of EMBEDDINGS_BASE_URL, if it requires one.',
    read: token,
  }),
  embeddingsModel: optional({
    name: 'EMBEDDINGS_MODEL',
    help: 'The name of the model at EMBEDDINGS_BASE_URL: text-embedding-3-small.',
    read: modelName,
  }),
  aiUrl: secret({
    name: 'AI_BASE_URL',
    help: 'A server with an OpenAI-compatible /chat/completions, whose model then writes the summaries of analyses: https://api.openai.com/v1. Findings, masked, are sent there; without it nothing is. It needs AI_MODEL: docs/summaries.md.',
    read: serviceUrl,
  }),
  aiKey: secret({
    name: 'AI_API_KEY',
    help: 'The API key of AI_BASE_URL, if it requires one.',
    read: token,
  }),
  aiModel: optional({
    name: 'AI_MODEL',
    help: 'The name of the model at AI_BASE_URL.',
    read: modelName,
  }),
  aiTimeout: setting({
    name: 'AI_TIMEOUT',
    help: 'Seconds that an analysis waits at most for the model before its summary is made by rules.',
    fallback: '20',
    read: integer(1, 120),
  }),
  aiConcurrency: setting({
    name: 'AI_CONCURRENCY',
    help: 'How many summaries this process asks the model for at the same time.',
    fallback: '2',
    read: integer(1, 50),
  }),
};
