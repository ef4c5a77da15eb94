import { appId, integer, modelName, oneOrTwo, origin, plans, rsaKey, serviceUrl, token } from './setting-readers.ts';
import { setting } from './setting.ts';

/** The services that this one talks to, besides clouds. */
export const SERVICE_SETTINGS = {
  stripeKey: setting({
    name: 'STRIPE_SECRET_KEY',
    help: 'Secret or restricted key of the Stripe account that organizations pay to. Without it there is no billing; with it, the next two and PLUMBLINE_PUBLIC_URL are needed.',
    fallback: undefined,
    secret: true,
    read: token,
  }),
  stripeWebhookSecrets: setting({
    name: 'STRIPE_WEBHOOK_SECRET',
    help: 'Signing secret of the webhook endpoint in Stripe; two, with a comma between them, while it is being rotated.',
    fallback: undefined,
    secret: true,
    read: oneOrTwo,
  }),
  stripePlans: setting({
    name: 'STRIPE_PRICE_ID',
    help: 'The price that organizations subscribe to; several as name=price_…,name=price_…, the first of which is the default.',
    fallback: undefined,
    read: plans,
  }),
  stripeApiBase: setting({
    name: 'STRIPE_API_BASE',
    help: "An emulator or proxy to use in place of Stripe's own address.",
    fallback: 'https://api.stripe.com',
    read: origin('http:', 'https:'),
  }),
  githubAppId: setting({
    name: 'GITHUB_APP_ID',
    help: 'The GitHub App that this server is: its number or client id. Without it, the one that `plumbline github setup` has stored in the data directory; without that, nothing is asked of GitHub. It goes with the next two: docs/github.md.',
    fallback: undefined,
    read: appId,
  }),
  githubPrivateKey: setting({
    name: 'GITHUB_APP_PRIVATE_KEY',
    help: "The App's private key: the .pem file, by GITHUB_APP_PRIVATE_KEY_FILE, or its text, with \\n for line ends or in Base64.",
    fallback: undefined,
    secret: true,
    read: rsaKey,
  }),
  githubWebhookSecret: setting({
    name: 'GITHUB_WEBHOOK_SECRET',
    help: "The GitHub App's webhook secret; two, with a comma between them, while it is being rotated.",
    fallback: undefined,
    secret: true,
    read: oneOrTwo,
  }),
  uninstalledDays: setting({
    name: 'PLUMBLINE_UNINSTALLED_DAYS',
    help: 'Days that an organization is kept with all its history after the App was taken away from its account. Then everything of it is deleted.',
    fallback: '90',
    read: integer(1, 36_500),
  }),
  githubApiUrl: setting({
    name: 'GITHUB_API_URL',
    help: "Where GitHub's API is, when it is not https://api.github.com: https://github.example.com/api/v3 of a GitHub Enterprise Server, https://api.acme.ghe.com, or an emulator.",
    fallback: undefined,
    read: serviceUrl,
  }),
  embeddingsUrl: setting({
    name: 'EMBEDDINGS_BASE_URL',
    help: 'A service with an OpenAI-compatible /embeddings, whose model recall then compares incidents with: https://api.openai.com/v1. Incidents and intents, masked, are sent there; without it nothing is. It needs EMBEDDINGS_MODEL: docs/memory.md.',
    fallback: undefined,
    secret: true,
    read: serviceUrl,
  }),
  embeddingsKey: setting({
    name: 'EMBEDDINGS_API_KEY',
    help: 'The key that EMBEDDINGS_BASE_URL wants, if it wants one.',
    fallback: undefined,
    secret: true,
    read: token,
  }),
  embeddingsModel: setting({
    name: 'EMBEDDINGS_MODEL',
    help: 'What EMBEDDINGS_BASE_URL calls the model: text-embedding-3-small.',
    fallback: undefined,
    read: modelName,
  }),
  aiUrl: setting({
    name: 'AI_BASE_URL',
    help: 'A server with an OpenAI-compatible /chat/completions, whose model then writes the summaries of analyses: https://api.openai.com/v1. Findings, masked, are sent there; without it nothing is. It needs AI_MODEL: docs/summaries.md.',
    fallback: undefined,
    secret: true,
    read: serviceUrl,
  }),
  aiKey: setting({
    name: 'AI_API_KEY',
    help: 'The key that AI_BASE_URL wants, if it wants one.',
    fallback: undefined,
    secret: true,
    read: token,
  }),
  aiModel: setting({
    name: 'AI_MODEL',
    help: 'What AI_BASE_URL calls the model.',
    fallback: undefined,
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
