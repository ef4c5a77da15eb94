import * as read from './setting-readers.ts';
import { optional, secret, setting } from './setting.ts';

/** Settings of external services other than clouds. */
export const SERVICE_SETTINGS = {
  stripeKey: secret('STRIPE_SECRET_KEY', read.token).means(
    'Secret or restricted key of the Stripe account that organizations pay to. Without it there is no billing; with it, the next two and PLUMBLINE_PUBLIC_URL are needed.',
  ),
  stripeWebhookSecrets: secret('STRIPE_WEBHOOK_SECRET', read.oneOrTwo).means(
    'Signing secret of the webhook endpoint in Stripe; two, with a comma between them, while it is being rotated.',
  ),
  stripePlans: optional('STRIPE_PRICE_ID', read.plans).means(
    'The price that organizations subscribe to; several as name=price_…,name=price_…, the first of which is the default.',
  ),
  stripeApiBase: setting('STRIPE_API_BASE', read.origin('http:', 'https:'), 'https://api.stripe.com').means(
    "An emulator or proxy to use in place of Stripe's own address.",
  ),
  githubAppId: optional('GITHUB_APP_ID', read.appId).means(
    'The id or client id of the GitHub App that this server acts as. Without it, the one that `plumbline github setup` has stored in the data directory; without that, the server makes no calls to GitHub. It requires the next two: docs/github.md.',
  ),
  githubPrivateKey: secret('GITHUB_APP_PRIVATE_KEY', read.rsaKey).means(
    "The App's private key: the .pem file, by GITHUB_APP_PRIVATE_KEY_FILE, or its text, with \\n for line ends or in Base64.",
  ),
  githubWebhookSecret: secret('GITHUB_WEBHOOK_SECRET', read.oneOrTwo).means(
    "The GitHub App's webhook secret; two, with a comma between them, while it is being rotated.",
  ),
  githubClientId: optional('GITHUB_CLIENT_ID', read.clientId).means(
    "The GitHub App's client id, with which people sign in; not needed where GITHUB_APP_ID is a client id.",
  ),
  githubClientSecret: secret('GITHUB_CLIENT_SECRET', read.token).means(
    'A client secret of the GitHub App: with it, people can sign in to the dashboard with GitHub (docs/dashboard.md). Without it, the one that `plumbline github setup` has stored, where the App is the stored one.',
  ),
  uninstalledDays: setting('PLUMBLINE_UNINSTALLED_DAYS', read.integer(1, 36_500), '90').means(
    'Days that an organization is kept with all its history after the App was taken away from its account. Then everything of it is deleted.',
  ),
  githubApiUrl: optional('GITHUB_API_URL', read.serviceUrl).means(
    "Where GitHub's API is, when it is not https://api.github.com: https://github.example.com/api/v3 of a GitHub Enterprise Server, https://api.acme.ghe.com, or an emulator.",
  ),
  embeddingsUrl: secret('EMBEDDINGS_BASE_URL', read.serviceUrl).means(
    'A service with an OpenAI-compatible /embeddings, whose model recall then compares incidents with: https://api.openai.com/v1. Incidents and intents, masked, are sent there; without it nothing is. It needs EMBEDDINGS_MODEL: docs/memory.md.',
  ),
  embeddingsKey: secret('EMBEDDINGS_API_KEY', read.token).means(
    'The API key of EMBEDDINGS_BASE_URL, if it requires one.',
  ),
  embeddingsModel: optional('EMBEDDINGS_MODEL', read.modelName).means(
    'The name of the model at EMBEDDINGS_BASE_URL: text-embedding-3-small.',
  ),
  aiUrl: secret('AI_BASE_URL', read.serviceUrl).means(
    'A server with an OpenAI-compatible /chat/completions, whose model then writes the summaries of analyses: https://api.openai.com/v1. Findings, masked, are sent there; without it nothing is. It needs AI_MODEL: docs/summaries.md.',
  ),
  aiKey: secret('AI_API_KEY', read.token).means('The API key of AI_BASE_URL, if it requires one.'),
  aiModel: optional('AI_MODEL', read.modelName).means('The name of the model at AI_BASE_URL.'),
  aiTimeout: setting('AI_TIMEOUT', read.integer(1, 120), '20').means(
    'Seconds that an analysis waits at most for the model before its summary is made by rules.',
  ),
  aiConcurrency: setting('AI_CONCURRENCY', read.integer(1, 50), '2').means(
    'How many summaries this process asks the model for at the same time.',
  ),
};
