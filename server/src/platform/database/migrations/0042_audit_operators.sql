-- Finds what an operator did as somebody else. An entry has the operator in its canonical JSON only; the fields of its
-- actor are in the order of their names, so that a field of another object is not taken for it.
create index audit_entries_operator on audit_entries
  (chain, substring(body from '"operatorId":"([^"]*)",(?:"requestId":"[^"]*",)?"via":"impersonation"'), sequence)
  where position('"via":"impersonation"' in body) > 0;
