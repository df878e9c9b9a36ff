# Keys of the API.
services-api = API
services-about = Com uma chave, outro programa faz tudo o que pode fazer com os registos: age como <b><bdi>{ $user }</bdi></b> na conta <b><bdi>{ $account }</bdi></b>. Dê a cada programa uma chave própria, para poder substituir uma enquanto as outras continuam a funcionar.
services-api-is-at = A API está em <code>{ $base }</code>. <a>A documentação</a> mostra cada operação e permite experimentá-la.
services-your-key = A sua chave
services-your-key-note = Guarde-a como uma palavra-passe: fora do código dos programas, dos registos e dos e-mails. Para a experimentar, cole isto num terminal:
services-key-made-at = Chave criada
services-used-by = { $at }, por <bdi>{ $agent }</bdi>
services-unnamed-program = um programa sem nome
services-exact-to-the-hour = (com precisão de uma hora)
services-refresh-or-remove = Renovar ou remover
services-old-key-stops = <b>A chave antiga deixa logo de funcionar.</b> Um programa que a use deixa de funcionar até ter outra.
services-refresh-key = Renovar a chave
services-remove-key = Remover a chave
services-no-key-yet = Ainda não tem nenhuma chave para esta conta
services-another-key = Outra chave
services-key-name-hint = O programa que a vai usar, por exemplo, «Página de doações».
services-password-hint = Iniciou sessão há mais de 10 minutos.
services-get-key = Obter chave
services-key-made = Aqui está a sua chave. Copie-a agora: só é mostrada desta vez.
services-key-refreshed = Aqui está a sua nova chave. A antiga deixou de funcionar. Copie a nova agora: só é mostrada desta vez.
services-key-removed = A chave { $name } foi removida e deixou de funcionar.

# The list of webhooks.
webhooks-heading = Onde os eventos são entregues
webhooks-note = Um webhook avisa de imediato outro programa de cada alteração: cada evento é enviado, assinado, para o seu URL, e reenviado até chegar.
webhooks-none = Ainda não há nenhum webhook.
webhooks-owner-can-register = Um proprietário pode registar um.
webhooks-failing-since = Com falhas desde { $since }
webhooks-all = Todos os webhooks

# The fields of a webhook, and how it is registered and changed.
webhook-register-heading = Registar um webhook
webhook-register = Registar webhook
webhook-edit = Editar webhook
webhook-receiver = O destinatário
webhook-url = URL
webhook-url-hint = Um endereço https acessível a partir da internet, por exemplo, https://hooks.example.org/almoner
webhook-description = Descrição
webhook-description-hint = Para que serve, por exemplo, «Contabilidade»
webhook-events = Eventos
webhook-events-hint = Não escolha nenhum para os receber todos, também os de versões futuras.
webhook-skip-unchanged = Omitir as atualizações que não alteraram nada
webhook-include = O que os eventos mostram de outros registos
webhook-include-hint = Não escolha nada para receber o contacto e o tipo, como a API os mostra.
webhook-include-none = Nada de outros
webhook-include-contact = O contacto
webhook-include-emails = O contacto com os endereços de e-mail
webhook-include-phones = O contacto com os números de telefone
webhook-include-addresses = O contacto com as moradas
webhook-include-gift-type = O tipo de uma doação
webhook-rate-limit = Tentativas por segundo
webhook-rate-limit-hint = O máximo que o destinatário suporta, de 1 a 10 000. Vazio para não haver limite.
webhook-concurrency = Tentativas em simultâneo
webhook-concurrency-hint = O máximo de cada expedidor, de 1 a 1 000. Vazio para fazer tantas quantas o destinatário consiga acompanhar.
webhook-headers-to-send = Cabeçalhos a enviar também
webhook-headers-hint = Um em cada linha, como Nome: valor. Nunca mais são mostrados.
webhook-stored-headers-hint = Um em cada linha, como Nome: valor. Há cabeçalhos guardados que nunca mais são mostrados: deixe este campo vazio para os manter, ou escreva-os todos de novo. Um URL com outro esquema, servidor ou porta apaga-os, a não ser que sejam escritos aqui outra vez.
webhook-no-headers = Não enviar mais cabeçalhos próprios
webhook-registered = O webhook está registado. Copie agora o segredo: só é mostrado desta vez.
webhook-changed = O webhook foi alterado.
webhook-changed-without-headers = O webhook foi alterado. Os cabeçalhos que eram enviados foram apagados, porque o URL leva a outro destinatário: escreva-os de novo se este precisar deles.

# The page of a webhook.
webhook = Webhook
webhook-active = Ativo
webhook-paused = Em pausa
webhook-disabled = Desativado
webhook-last-success = Último êxito
webhook-last-failure = Última falha
webhook-failing-since = Com falhas desde
webhook-failing-note = É desativado após 5 dias de falhas.
webhook-all-events = Todos os eventos
webhook-at-most = { $most } no máximo
webhook-at-most-each = { $most } no máximo de cada expedidor
webhook-headers = Cabeçalhos
webhook-headers-sent-along = São também enviados e nunca são mostrados
webhook-previous-secret = Segredo anterior
webhook-signs-until = Assina também até { $at }
webhook-make-active = Voltar a ativar
webhook-disable-summary = Desativar…
webhook-disable-note = Se o desativar, deixam de ser guardados eventos para este webhook. Enquanto está em pausa, pelo contrário, os eventos esperam.
webhook-disable = Desativar o webhook
webhook-is-active = O webhook está ativo: o que espera é entregue agora.
webhook-is-paused = O webhook está em pausa: as entregas esperam até ser retomado.
webhook-is-disabled = O webhook está desativado: não recebe nada. O que perder pode ser recuperado depois.
webhook-dismissed = Aviso ocultado. O número mantém-se na navegação até o destinatário voltar a responder.
webhook-not-done = Não foi feito: { $problems }.

# The secret of a webhook.
webhook-secret = O segredo
webhook-verify-as = O destinatário verifica com ele cada entrega, tal como
webhook-standard = Standard Webhooks
webhook-verify-says = descreve; há bibliotecas para a maioria das linguagens. À mão: a assinatura é o HMAC-SHA256 de <code>webhook-id.webhook-timestamp.body</code>, com os bytes que a parte depois de <code>whsec_</code> representa em base64. Está no cabeçalho <code>webhook-signature</code>, depois de <code>v1,</code>. Recuse marcas de tempo com mais de 5 minutos, e não aceite duas vezes o mesmo <code>webhook-id</code>.
webhook-rotate-summary = Renovar o segredo…
webhook-rotate = Renovar o segredo
webhook-rotate-note = Um novo segredo assina a partir de agora. Entregue-o ao destinatário antes de terminar o período de transição.
webhook-overlap = Período de transição em horas
webhook-overlap-hint = Durante quanto tempo o segredo antigo também assina, de 0 a 168, para que o destinatário possa mudar.
webhook-secret-rotated = Aqui está o novo segredo. Copie-o agora: só é mostrado desta vez.

# The test of a webhook.
webhook-send-test = Enviar um teste
webhook-test-delivered = O teste foi entregue.
webhook-test-not-delivered = O teste não foi entregue.
webhook-test-result = Resultado do teste
webhook-test-error = Erro
webhook-test-warning = Aviso
webhook-test-would-disable = uma resposta 410 a uma entrega desativa o webhook; um teste não, por isso está como estava
webhook-test-answer-cut = Resposta, o início

# The recoveries of a webhook.
webhook-recover = Recuperar
webhook-recover-note = Envia os eventos de um período que não chegaram: os que falharam, foram omitidos ou esperam nova tentativa. O que foi entregue não é enviado outra vez.
webhook-recover-from-hint = No fuso horário da conta.
webhook-recover-until-hint = Vazio se for até agora.
webhook-recover-only-failed = Só o que falhou definitivamente
webhook-nothing-recovered = Nada foi recuperado
webhook-recovery-begun = { $count ->
    [one] A recuperação começou. Há { $count } evento para examinar.
   *[other] A recuperação começou. Há { $count } eventos para examinar.
}
webhook-recovery = Recuperação { $id }
webhook-recovery-span = Eventos de – até
webhook-recovery-what = O quê
webhook-recovery-only-failed = Só o que falhou
webhook-recovery-all-missed = Tudo o que faltava
webhook-recovery-examined = Examinados
webhook-recovery-examined-of = { $examined } de { $events }
webhook-recovery-queued = Em fila
webhook-recovery-running = Em curso
webhook-recovery-finished = Terminada
webhook-recovery-stopped = Interrompida

# Events.
webhook-event-contacts-create = Contacto criado
webhook-event-contacts-update = Contacto alterado
webhook-event-contacts-all = Contactos: todos os eventos
webhook-event-gifts-create = Doação criada
webhook-event-gifts-update = Doação alterada
webhook-event-gifts-all = Doações: todos os eventos
webhook-event-pledges-create = Compromisso criado
webhook-event-pledges-update = Compromisso alterado
webhook-event-pledges-all = Compromissos: todos os eventos
webhook-event-tasks-create = Tarefa criada
webhook-event-tasks-update = Tarefa alterada
webhook-event-tasks-all = Tarefas: todos os eventos
webhook-event-webhooks-failing = Um webhook falha
webhook-event-webhooks-disabled = Um webhook foi desativado
webhook-event-imports-finished = Uma importação terminou

# Deliveries.
delivery-log = Entregas
delivery-one = Entrega
delivery-all = Todas as entregas
delivery-back-to-webhook = Voltar ao webhook
delivery-any = Todos
delivery-filter = Filtrar
delivery-event = Evento
delivery-from = De
delivery-until = Até
delivery-newest = As mais recentes
delivery-none-yet = Ainda nada foi entregue.
delivery-none-like-that = Nenhuma entrega corresponde ao filtro.
delivery-pending = Pendente
delivery-succeeded = Entregue
delivery-failed = Falhada
delivery-skipped = Omitida
delivery-attempts-since-heading = Tentativas desde a<br>última vez em fila
delivery-attempts-since = Tentativas desde a última vez em fila
delivery-queued = Em fila desde
delivery-next-attempt = Próxima tentativa
delivery-ended = Terminada
delivery-to = Para
delivery-again = Entregar de novo
delivery-sent-again = O evento é entregue de novo.

# The attempts of a delivery.
delivery-attempts = Tentativas
delivery-attempts-removed = Foram removidas tentativas por serem antigas.
delivery-no-attempt = Ainda não foi feita nenhuma tentativa.
delivery-result = Resultado
delivery-status-code = Código de estado
delivery-time = Duração
delivery-milliseconds = { $ms } ms
delivery-answer = Resposta
delivery-answer-empty = Vazia
delivery-attempt-success = Entregue
delivery-attempt-status = Respondeu com um erro
delivery-attempt-too-large = A resposta excedia 64 KiB
delivery-attempt-timeout = Sem resposta a tempo
delivery-attempt-dns = O servidor não foi encontrado
delivery-attempt-connect = Sem ligação
delivery-attempt-tls = Sem ligação segura
delivery-attempt-reset = A ligação foi interrompida
delivery-attempt-forbidden-address = O endereço não é permitido
delivery-attempt-unsendable = Não foi possível enviar

# The body and the headers of a delivery.
delivery-headers = Cabeçalhos da última tentativa
delivery-headers-note = Assinados com o segredo atual. Os seus próprios cabeçalhos também são enviados, mas não são mostrados.
delivery-body = Corpo
delivery-body-pretty = Corpo, com quebras de linha
delivery-body-exact = Exatamente como foi enviado
