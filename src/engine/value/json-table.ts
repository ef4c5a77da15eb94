/** The kind of a document: plain JSON, an IAM policy, or the trust policy of a role. */
export type DocumentKind = 'json' | 'policy' | 'trust';

type JsonDocuments = { attributes: RegExp; kind: DocumentKind; why: string };

/**
 * Attributes with JSON documents in which whitespace and the order of keys are irrelevant. The first match applies.
 * Opaque payloads (parameter values, secrets, object contents, user data) are not listed: there a changed byte is a
 * change.
 */
export const JSON_DOCUMENTS: JsonDocuments[] = [
  {
    attributes: /^(redrive_policy|redrive_allow_policy|filter_policy|delivery_policy|lifecycle_policy)$/,
    kind: 'json',
    why: 'a policy of a queue, subscription or repository: SQS, SNS and ECR parse it, and it has no statements',
  },
  {
    attributes: /^assume_role_policy$/,
    kind: 'trust',
    why: 'an IAM policy in which "*" means other principals than {"AWS": "*"} does',
  },
  {
    attributes: /(^|_)polic(y|ies)$|policy_document|^key_policy$/,
    kind: 'policy',
    why: 'an IAM policy: AWS stores its meaning and answers with statements and lists in an order of its own',
  },
  {
    attributes: /^dashboard_body$/,
    kind: 'json',
    why: 'a CloudWatch dashboard, which the console writes anew with its own blanks and order of keys',
  },
  {
    attributes: /^event_pattern$/,
    kind: 'json',
    why: 'an EventBridge pattern, which is matched by its keys, whatever their order',
  },
  {
    attributes: /^(input_parameters|query)$/,
    kind: 'json',
    why: 'the parameters of a rule of AWS Config, or the query of a resource group, which are parsed (a query in SQL is no JSON)',
  },
  {
    attributes: /^container_definitions$/,
    kind: 'json',
    why: 'the containers of an ECS task, which AWS answers with defaults and an order of its own',
  },
  {
    attributes: /^(definition|schema_definition)$/,
    kind: 'json',
    why: 'a state machine or schema, which is parsed when it is stored',
  },
  {
    attributes: /^item$/,
    kind: 'json',
    why: 'a DynamoDB item, whose attributes have no order',
  },
];

/** The document kind of the attribute `name`; undefined for other attributes. */
export function documentKind(name: string): DocumentKind | undefined {
  return JSON_DOCUMENTS.find(({ attributes }) => attributes.test(name))?.kind;
}
