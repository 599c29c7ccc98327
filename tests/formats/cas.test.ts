/** Answers of CAS servers: those of the protocol's specification, and names as any builder of XML writes them. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { userIn } from '../../server/system/cas.ts'

/** CAS Protocol 3.0, 2.5.2 and appendix A. */
const answers = {
  success: `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
 <cas:authenticationSuccess>
  <cas:user>username</cas:user>
  <cas:proxyGrantingTicket>PGTIOU-84678-8a9d...</cas:proxyGrantingTicket>
 </cas:authenticationSuccess>
</cas:serviceResponse>`,
  withAttributes: `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
    <cas:authenticationSuccess>
      <cas:user>username</cas:user>
      <cas:attributes>
        <cas:firstname>John</cas:firstname>
        <cas:lastname>Doe</cas:lastname>
        <cas:title>Mr.</cas:title>
        <cas:email>jdoe@example.org</cas:email>
        <cas:affiliation>staff</cas:affiliation>
        <cas:affiliation>faculty</cas:affiliation>
      </cas:attributes>
      <cas:proxyGrantingTicket>PGTIOU-84678-8a9d...</cas:proxyGrantingTicket>
    </cas:authenticationSuccess>
  </cas:serviceResponse>`,
  failure: `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
 <cas:authenticationFailure code="INVALID_TICKET">
    Ticket ST-1856339-aA5Yuvrxzpv8Tau1cYQ7 not recognized
  </cas:authenticationFailure>
</cas:serviceResponse>`,
}

it('names who the examples of the specification are about', () => {
  expect([answers.success, answers.withAttributes, answers.failure].map(userIn)).toEqual([
    'username',
    'username',
    undefined,
  ])
})

it('reads every name as a parser of XML does, however its letters are written', () => {
  const parser = new XMLParser({ parseTagValue: false, trimValues: true, htmlEntities: false })
  const builder = new XMLBuilder({})
  const name = fc.string({ unit: fc.constantFrom(...'ab1_.@&<>"\'; #x中文😀é'), minLength: 1, maxLength: 20 })
  /** JSTL's escapeXml writes quotation marks by number, Commons Lang other letters than ASCII too. */
  const numbered = (text: string) =>
    text.replace(/[&<>"'\u0080-\u{10ffff}]/gu, (letter) => {
      const code = letter.codePointAt(0)!
      return code > 10_000 ? `&#x${code.toString(16)};` : `&#0${code};`
    })
  fc.assert(
    fc.property(name, fc.boolean(), (user, byNumber) => {
      fc.pre(user.trim() !== '')
      const xml = byNumber
        ? `<s:serviceResponse><s:authenticationSuccess><s:user>${numbered(user)}</s:user></s:authenticationSuccess></s:serviceResponse>`
        : builder.build({ 'cas:serviceResponse': { 'cas:authenticationSuccess': { 'cas:user': user } } })
      expect(userIn(xml), xml).toBe(user.trim())
      if (byNumber) return
      const parsed = parser.parse(xml) as Record<string, Record<string, Record<string, string>>>
      expect(parsed['cas:serviceResponse']!['cas:authenticationSuccess']!['cas:user']).toBe(user.trim())
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})
