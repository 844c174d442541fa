import type { SsoConfiguration } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Integrations.module.css';
import { useSsoChange } from './use-sso.ts';

/** The email domains that count, and how they are proven. */
export function Domains({ sso }: { sso: SsoConfiguration }) {
  return (
    <section className={classes.card} aria-labelledby="domains">
      <h2 id="domains">Email domains</h2>
      <p className={classes.hint}>
        Only people with an address in a proven domain are matched. Put the text as a TXT record into the DNS
        of the domain, then choose ‘Check’.
      </p>
      {sso.domains.length === 0 ? <p>No domain yet.</p> : <DomainList sso={sso} />}
      {sso.mayChange && <AddDomain customerId={sso.customerId} />}
    </section>
  );
}

function DomainList({ sso: { customerId, domains, mayChange } }: { sso: SsoConfiguration }) {
  const prove = useSsoChange(
    (api, domain: string) => api.call(routes.proveSsoDomain, { params: { customerId }, body: { domain } }),
    () => toast('success', 'Domain proven'),
  );
  const remove = useSsoChange((api, domain: string) =>
    api.call(routes.deleteSsoDomain, { params: { customerId, domain } }),
  );
  const error = prove.error ?? remove.error;
  return (
    <>
      <ul className={classes.list} aria-label="Domains">
        {domains.map(({ domain, record, isProven }) => (
          <li key={domain}>
            <div className={classes.words}>
              <strong>{domain}</strong>
              <span>{isProven ? 'Proven' : `Not proven · TXT record: ${record}`}</span>
            </div>
            {mayChange && !isProven && (
              <Button
                variant="default"
                aria-label={`Check ${domain}`}
                loading={prove.isPending && prove.variables === domain}
                onClick={() => prove.mutate(domain)}
              >
                Check
              </Button>
            )}
            {mayChange && (
              <Button
                variant="default"
                aria-label={`Remove ${domain}`}
                loading={remove.isPending && remove.variables === domain}
                onClick={() => remove.mutate(domain)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

function AddDomain({ customerId }: { customerId: string }) {
  const [domain, setDomain] = useState('');
  const add = useSsoChange(
    (api, name: string) => api.call(routes.addSsoDomain, { params: { customerId }, body: { domain: name } }),
    () => setDomain(''),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(domain.trim());
  };
  return (
    <form className={classes.row} onSubmit={submit} noValidate>
      <TextInput
        size="md"
        label="Domain"
        placeholder="example.org"
        autoCapitalize="none"
        spellCheck={false}
        value={domain}
        error={add.error ? messageOf(add.error) : undefined}
        onChange={({ currentTarget }) => setDomain(currentTarget.value)}
      />
      <Button
        type="submit"
        size="md"
        variant="default"
        loading={add.isPending}
        disabled={domain.trim() === ''}
      >
        Add domain
      </Button>
    </form>
  );
}
