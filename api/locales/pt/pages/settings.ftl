# The account.
account-organisation = A sua organização
account-owners-can-change = Os proprietários podem alterá-lo.
account-currency-hint = O código da moeda, por exemplo, USD ou EUR. Não muda enquanto houver uma doação ou um compromisso noutra moeda.
account-funds-closed = Só fundos da lista
account-funds-closed-hint = Uma doação ou um compromisso para outro fundo é recusado; assim, ninguém cria um segundo por engano.
account-campaigns-closed = Só campanhas da lista
account-campaigns-closed-hint = Uma doação de outra campanha é recusada.
account-number = Número da conta
account-saved = As definições da conta foram guardadas.
account-not-done-because = Não foi feito: { $reason }.
account-sandbox = Conta de teste
# What stands in brackets behind the name of a new one.
account-sandbox-word = conta de teste
account-is-sandbox-of = Esta conta é a conta de teste de <b><bdi>{ $name }</bdi></b>. Tem os mesmos membros. O que fizer aqui não muda nada lá.
account-sandbox-leave = Voltar à sua conta
account-sandbox-empty-summary = Esvaziá-la e voltar a preenchê-la…
account-sandbox-empty-note = Isto elimina todos os registos e eventos, para todos os membros, e repõe os iniciais. As chaves e os webhooks mantêm-se.
account-sandbox-empty = Esvaziar a conta de teste
account-sandbox-not-emptied = Nada foi esvaziado
account-sandbox-emptied = A conta de teste foi esvaziada e preenchida de novo.
account-is-no-sandbox = Não foi feito: esta conta não é de teste, por isso nunca é esvaziada.
account-has-sandbox = A sua conta de teste tem pessoas e doações inventadas. Faça lá as suas experiências: um programa, uma importação, o primeiro dia de alguém novo na equipa.
account-sandbox-enter = Ir para a conta de teste
account-sandbox-entered = Está agora na sua conta de teste.
account-sandbox-about = Uma conta de teste é uma conta para os mesmos membros, com trezentas pessoas inventadas e as suas doações. Faça lá as suas experiências: um programa, uma importação, o primeiro dia de alguém novo na equipa. Pode esvaziá-la a qualquer momento.
account-sandbox-make = Criar uma conta de teste
account-sandbox-owners-can-make = Os proprietários podem criá-la.

# The audit log.
audit-what-was-done = O que foi feito
audit-note = As entradas são guardadas durante { $days } dias. Sem nome, foi um operador ou alguém que não tinha iniciado sessão.
audit-what = O quê
audit-detail = Detalhe
audit-who = Quem
audit-address = Endereço
audit-newer = Mais recentes

# What the audit log tells of.
audit-records-exported = Registos exportados
audit-contact-erased = Contacto apagado definitivamente
audit-sign-in = Início de sessão
audit-sign-in-failed = Falha ao iniciar sessão
audit-sign-out = Fim de sessão
audit-sessions-ended = Outras sessões terminadas
audit-account-created = Conta criada
audit-account-changed = Conta alterada
audit-batch-closed = Lote de doações fechado
audit-batch-reopened = Lote de doações reaberto
audit-letterhead-changed = Papel timbrado alterado
audit-letter-template-changed = Textos das cartas alterados
audit-file-added = Ficheiro adicionado
audit-file-removed = Ficheiro removido
audit-contacts-kept-apart = Contactos mantidos separados
audit-contacts-not-kept-apart = Contactos que já não ficam separados
audit-web-form-removed = Formulário do site removido
audit-imported = Ficheiro importado
audit-import-undone = Importação anulada
audit-import-check-removed = Verificação de um ficheiro removida
audit-letters-printed = Cartas impressas
audit-letters-taken-back = Cartas anuladas
audit-sandbox-created = Conta de teste criada
audit-sandbox-reset = Conta de teste esvaziada e preenchida de novo
audit-user-created = Utilizador criado
audit-profile-changed = Alteração do próprio nome
audit-password-changed = Palavra-passe alterada
audit-password-link-created = Link de palavra-passe criado
audit-password-link-revoked = Link de palavra-passe retirado
audit-second-factor-on = Segundo fator ativado
audit-second-factor-off = Segundo fator desativado
audit-recovery-codes-created = Novos códigos de recuperação criados
audit-recovery-code-used = Código de recuperação usado
audit-member-invited = Membro convidado
audit-invitation-revoked = Convite retirado
audit-member-joined = Entrada na conta como membro
audit-member-role-changed = Função alterada
audit-member-removed = Membro removido
audit-member-left = Saída da conta
audit-key-created = Chave de API criada
audit-key-refreshed = Chave de API renovada
audit-key-revoked = Chave de API removida
audit-webhook-created = Webhook registado
audit-webhook-updated = Webhook alterado
audit-webhook-secret-rotated = Segredo de um webhook renovado
# Details of the audit log. They are stored in English.
audit-detail-copy = a cópia do contacto { $id }
audit-detail-run = cartas da série { $id }
audit-detail-contact = contacto { $id }
audit-detail-contact-receipts = contacto { $id }, com recibos oficiais
audit-detail-contacts = contactos { $id } e { $other }
audit-detail-after-password = { $email }, após a palavra-passe correta
audit-detail-batch-because = lote { $id }: { $reason }
audit-detail-batch = lote { $id }
audit-detail-web-form = { $title }, envios rejeitados: { $count }
audit-detail-import = importação { $id }: { $records }
audit-detail-words = { $kind }, { $language }
audit-detail-mailed-again = série { $id }, { $count ->
    [one] { $count } carta por e-mail outra vez
   *[other] { $count } cartas por e-mail outra vez
}
audit-detail-taken-back = série { $id }
audit-detail-mailed = { $kind }, { $count ->
    [one] { $count } carta por e-mail
   *[other] { $count } cartas por e-mail
}
audit-detail-printed = { $kind }, { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
audit-detail-role = { $email }: { $from } → { $to }
audit-detail-invited = { $email } como { $role }
audit-detail-codes-left = restam { $count }
audit-detail-webhook-to = webhook { $id } para { $host }
audit-detail-webhook = webhook { $id }
audit-detail-name = nome { $name }
audit-detail-currency = moeda { $currency }
audit-detail-timezone = fuso horário { $zone }
audit-detail-gift-makes-donor = uma doação torna um contacto doador: { $yes }
audit-detail-funds-closed = só fundos da lista: { $yes }
audit-detail-campaigns-closed = só campanhas da lista: { $yes }
audit-detail-with-code = com um código
audit-detail-with-recovery-code = com um código de recuperação
audit-detail-with-new-password = com uma nova palavra-passe

# The letterhead.
letterhead-note = O que aparece em todas as cartas que imprimir. Uma carta já impressa fica como está.
letterhead-organisation = Nome nas cartas
letterhead-address = Morada
letterhead-address-hint = Como aparece num envelope, com 6 linhas no máximo.
letterhead-tax-id = Número fiscal
letterhead-tax-id-hint = O seu número junto da administração fiscal, como um NIPC ou um CNPJ. Aparece ao fundo de cada página.
letterhead-signer = Quem assina
letterhead-signer-title = Cargo
letterhead-legal-text = Texto em letra pequena
letterhead-legal-text-hint = No fim de cada carta, por exemplo: «Não foram fornecidos bens nem serviços em troca desta doação».
letterhead-paper = Papel
letterhead-paper-us = Carta (EUA)
letterhead-locale = Idioma das suas cartas
letterhead-donor-locales = Escrever também em
letterhead-donor-locales-hint = Os doadores cujo idioma é um destes recebem as cartas nesse idioma. Cada idioma tem o seu próprio texto, mais abaixo, e pode ter o seu próprio texto em letra pequena.
letterhead-reply-to = As respostas a cartas enviadas por e-mail vão para
letterhead-reply-to-hint = As cartas por e-mail saem do endereço deste serviço.
letterhead-remove-logo = Imprimir sem o logótipo atual
letterhead-logo = Logótipo
letterhead-another-logo = Outro logótipo
letterhead-logo-hint = Um PNG ou um JPEG com 200 kB no máximo, e com 2 000 píxeis no máximo de cada lado.
letterhead-saved = O papel timbrado foi guardado.
letterhead-words-note = Cada tipo de carta tem um texto que serve tal como está e que pode adaptar.
letterhead-statements = Extratos de doações de um ano

# The words of letters.
letter-words = Texto
letter-words-subject = Assunto
letter-words-body = Texto
letter-words-body-hint = Uma linha vazia começa um parágrafo. Os nomes entre chavetas são preenchidos para cada doador.
letter-words-signer-title-hint = Só se o cargo tiver de figurar aqui de outro modo do que no papel timbrado, por exemplo, neste idioma.
letter-words-legal-text-hint = Aparece nestas cartas em vez do que está no papel timbrado.
letter-words-receipt-note = Para o recibo que a administração fiscal pede, há um texto de partida.
letter-words-receipt = Começar com o texto do recibo oficial
letter-words-receipt-todo = Este é o texto do recibo oficial, na medida em que uma carta o pode reproduzir. Preencha o que está entre parênteses retos, retire o que não se aplica à sua organização e peça ao seu consultor fiscal que o verifique antes de imprimir. Os bens e os títulos não entram nestas cartas: precisam de um recibo próprio. Nada muda até que o guarde.
letter-words-receipt-companies = É o formulário para particulares (Cerfa 11580). As empresas precisam de outro (Cerfa 16216): não lhes envie esta carta.
letter-words-saved = O texto foi guardado.
letter-words-reset = Voltar ao texto que vem com o Almoner
letter-words-reset-done = As cartas voltam a ter o texto que vem com o Almoner.
letter-words-sample = Um exemplo
letter-words-sample-title = Exemplo: { $kind }
# The name of the file, without accents.
letter-words-sample-file = exemplo
letter-words-table = { $count ->
    [one] Uma tabela com { $count } linha.
   *[other] Uma tabela com { $count } linhas.
}
letter-words-see-pdf = Ver em PDF
letter-words-no-donor = Ainda não há nenhum doador que tenha uma morada e uma doação.
letter-words-braces = O que pode estar entre chavetas

# What can stand in braces in the words of a letter.
# computed: letter-words-field-
letter-words-field-salutation = a saudação, por exemplo, «Olá, Ada e William»
letter-words-field-first-name = o nome próprio, ou o nome de uma organização
letter-words-field-name = o nome como no envelope
letter-words-field-address = a morada numa linha; quem não a tem não recebe nenhuma carta que a use
letter-words-field-date = o dia da carta
letter-words-field-organisation = o nome da sua organização
letter-words-field-signer = quem assina
letter-words-field-thank-you-gifts = o que foi doado, por exemplo: «doação de 50,00 € em 3 de março de 2026 para Telhado»
letter-words-field-thank-you-amount = o valor; de várias doações, o total
letter-words-field-thank-you-amount-in-words = o mesmo por extenso, por exemplo: «cinquenta euros»
letter-words-field-thank-you-gift-date = o dia da doação; de várias, o primeiro e o último
letter-words-field-thank-you-fund = o fundo, ou onde é mais necessária
letter-words-field-thank-you-list = uma tabela das doações se forem várias, sozinha num parágrafo
letter-words-field-year-end-statement-year = o ano, por exemplo, 2026, ou o primeiro e o último dia
letter-words-field-year-end-statement-period = o período por palavras, por exemplo: «em 2026»
letter-words-field-year-end-statement-total = o total das doações em dinheiro
letter-words-field-year-end-statement-total-in-words = o mesmo por extenso, por exemplo: «cinquenta euros»; uma carta com este campo só inclui doações em dinheiro, e nenhuma doação está em duas delas para dias diferentes
letter-words-field-year-end-statement-list = as tabelas das doações, sozinhas num parágrafo
letter-words-field-pledge-reminder-amount = o que falta de todos os compromissos juntos
letter-words-field-pledge-reminder-since = o dia desde o qual está vencido
letter-words-field-pledge-reminder-list = uma tabela dos compromissos, sozinha num parágrafo

# The members.
members-the-link = O link
members-role = Função
members-owner = Proprietário
members-member = Membro
members-since = Desde
members-you = Eu
members-change = Alterar
members-make-owner = Tornar proprietário
members-make-member = Tornar membro
members-make-password-link = Criar link de palavra-passe
members-remove = Remover da conta
members-role-changed = A função foi alterada. As outras sessões do membro terminaram.
members-removed = O membro foi removido. As sessões, as chaves e os links que criou deixaram de funcionar.
members-send-password-link = Envie este link ao membro. Funciona uma só vez, durante 24 horas, e só é mostrado agora.

# Invitations.
members-open-invitations = Convites em aberto
members-invited-by = Convidado por
members-operator = O operador
members-open-until = Válido até
members-email-sent = E-mail enviado
members-mailed = Enviado
members-being-mailed = A ser enviado
members-not-mailed = Não foi possível enviar
members-show-link = Mostrar um link
members-take-back = Retirar
members-invite = Convidar alguém
members-invite-mailed = O convite é enviado por e-mail com um link.
members-invite-link = Receberá um link para enviar à pessoa.
members-invite-again = Convidar de novo o mesmo endereço substitui o link.
members-make-invitation = Criar convite
members-nobody-invited = Ninguém foi convidado
members-email-address = Endereço de e-mail
members-role-hint = Os membros trabalham com os registos. Os proprietários gerem também os membros, os webhooks e a conta.
members-invitation-mailed = O convite vai a caminho de { $email }. O link funciona uma só vez, durante 7 dias.
members-too-many-mailed = Este convite não é enviado por e-mail, porque foram enviados demasiados nos últimos tempos.
members-send-invitation-link = Envie este link ao novo membro. Funciona uma só vez, durante 7 dias, e só é mostrado agora.
members-invitation-taken-back = O convite foi retirado: o link já não funciona.

# Password links.
members-open-password-links = Links de palavra-passe em aberto
members-password-links-note = Quem tiver um destes links pode iniciar sessão como esse membro.
members-link-for = Para
members-made-by = Criado por
members-password-link-taken-back = O link de palavra-passe foi retirado: já não funciona.

# Leaving the account.
members-leave-heading = Sair
members-leave-note = As suas chaves para esta conta deixam de funcionar e a sua sessão termina. Para voltar, precisa de um convite.
members-leave-summary = Sair da conta…
members-leave = Sair da conta
members-left = Saiu de { $account }.
members-of-sandbox = Os membros de uma conta de teste são os da sua conta. <a>Volte lá</a> para os alterar.

# The profile.
profile-you = Os seus dados
profile-sign-in-as = Inicia sessão como <b>{ $email }</b>.
profile-name-saved = O seu nome foi guardado.
profile-password-note = Uma alteração termina a sua sessão em todos os outros lugares.
profile-change-password = Alterar a palavra-passe
profile-current-password = Palavra-passe atual
profile-end-keys = Anular também as minhas chaves de API
profile-end-keys-hint = Em todas as suas contas. Os programas que as usam param até terem outras novas.
profile-password-changed-keys-ended = A sua palavra-passe foi alterada. A sua sessão terminou em todos os outros lugares, e as suas chaves de API deixaram de funcionar.
profile-password-changed = A sua palavra-passe foi alterada. A sua sessão terminou em todos os outros lugares. As chaves de API continuam a funcionar.
profile-second-factor-on = Ativado desde { $since }: para iniciar sessão, precisa também de um código da sua aplicação de autenticação.
profile-second-factor-change = Códigos de recuperação ou desativação
profile-second-factor-off = Desativado. Com ele, ninguém inicia sessão só com a sua palavra-passe: uma aplicação de autenticação no seu telefone mostra um código para cada início de sessão.
profile-appearance = Aspeto
profile-appearance-note = Claro ou escuro vale para este navegador. O idioma é seu: outros navegadores adotam-no quando inicia sessão neles.
profile-theme = Claro ou escuro
profile-theme-system = Como o sistema
profile-theme-light = Claro
profile-theme-dark = Escuro
profile-language = Idioma
profile-language-of-browser = Como o navegador pedir
profile-sessions = Onde tem sessão iniciada
profile-browser = Navegador
profile-signed-in = Início de sessão
profile-this-browser = Este navegador
profile-session-ended = A sessão desse navegador terminou.
profile-end-others = Terminar todas as outras sessões
profile-others-ended = Todas as outras sessões terminaram.

# The second factor.
second-factor = Segundo fator
second-factor-turn-on = Ativar
second-factor-turn-off = Desativar
second-factor-code = Código
second-factor-code-hint = Os seis algarismos que a sua aplicação mostra agora, ou um dos seus códigos de recuperação.
second-factor-new-code-hint = Os seis algarismos que a aplicação mostra agora.
second-factor-your-codes = Os seus códigos de recuperação
second-factor-your-codes-note = Cada um serve para iniciar sessão uma vez, em vez de um código da sua aplicação. Guarde-os onde guarda o que é valioso, e não no telefone com a aplicação: só são mostrados agora.
second-factor-app = A sua aplicação de autenticação
second-factor-app-note = Leia este código com uma aplicação de autenticação no seu telefone. Serve qualquer aplicação de códigos temporários.
second-factor-qr = O código QR do seu segredo. Abaixo, está em texto.
second-factor-type-in = Ou escreva isto na aplicação:
second-factor-turn-on-note = Depois, precisa da aplicação, ou de um código de recuperação, para cada início de sessão. Todas as outras sessões terminam.
second-factor-turned-on = O seu segundo fator está ativado. Todas as outras sessões terminaram.
second-factor-codes = Códigos de recuperação
second-factor-since = O segundo fator está ativado desde { $since }.
second-factor-codes-left = { $count ->
    [1] Resta um código de recuperação.
   *[other] Restam { $count } códigos de recuperação.
}
second-factor-codes-replace = Os novos substituem-nos.
second-factor-make-codes = Criar novos códigos
second-factor-codes-made = Os novos códigos foram criados. Os antigos deixaram de funcionar.
second-factor-turn-off-note = Depois, basta a sua palavra-passe para iniciar sessão. Todas as outras sessões terminam.
second-factor-turned-off = O seu segundo fator está desativado. Todas as outras sessões terminaram.

# The types of gifts.
gift-types-note = Os tipos de doação dizem como as doações foram pagas, ou o que são. As doações mostram o novo nome de um tipo a que se muda o nome. Um tipo fica, porque pode haver doações que o tenham. Os tipos cujo nome tem palavras para bens, como Em bens, e os que se chamam apenas Ações ou Títulos, contam como bens: os extratos descrevem as suas doações e não as somam ao total.
gift-types-usual = Os tipos habituais mantêm o nome, porque as importações os reconhecem por ele: em vez disso, adicione outro tipo.
gift-types-rename = Mudar o nome
gift-types-new = Outro tipo
gift-types-add = Adicionar
gift-types-added = O tipo está adicionado.
gift-types-renamed = O tipo tem o novo nome.

# The forms on the website.
web-forms-note = As pessoas que preenchem um formulário no seu site esperam numa página à parte até as adicionar como contactos. Ninguém de fora pode ver nem alterar um contacto.
web-forms-none = Ainda não há nenhum formulário.
web-forms-owner-can-make = Um proprietário pode criar um.
web-form-new = Novo formulário
web-form-title = Título
web-form-intro = Introdução
web-form-thanks = Agradecimento depois do envio
web-form-thanks-text = Obrigado. Entraremos em contacto consigo.
web-form-asks = O que pede
web-form-asks-hint = O nome e o e-mail são sempre pedidos. O formulário não envia nenhum e-mail de confirmação: verifique o que a lei do seu país exige antes de enviar novidades
web-form-address = Morada
web-form-amount = Valor que quer doar
web-form-news = Novidades por e-mail
web-form-privacy = Aviso de privacidade
web-form-privacy-hint = O endereço https da página que explica como utiliza os dados; o formulário tem uma ligação para ela
web-form-tag = Etiqueta
web-form-tag-hint = Os contactos que adicionar a partir deste formulário recebem-na
web-form-open = Aberto
web-form-open-hint = Um formulário fechado diz que de momento não aceita nada
web-form-is-open = aberto
web-form-is-closed = fechado
web-form-waiting = Envios em espera
web-form-see-waiting = { $count ->
    [one] Ver { $count } envio em espera
   *[other] Ver { $count } envios em espera
}
web-form-link = Ligação para o seu site
web-form-link-note = Ponha a ligação no seu site, ou cole a segunda linha no HTML dele.
web-form-see = Ver o formulário como as outras pessoas o veem
web-form-heading = O formulário
web-form-made = O formulário foi criado. Ponha a ligação no seu site.
web-form-changed = O formulário foi alterado.
web-form-remove = Remover este formulário
web-form-remove-note = A ligação deixa de funcionar. Os contactos que vieram por ela mantêm-se.
web-form-remove-waiting = { $count ->
    [one] { $count } envio deste formulário está pendente.
   *[other] { $count } envios deste formulário estão pendentes.
}
web-form-discard = Rejeitar também estes envios
web-form-removed = { $count ->
    [0] O formulário foi removido.
    [one] O formulário foi removido, e com ele { $count } envio.
   *[other] O formulário foi removido, e com ele { $count } envios.
}
web-form-not-removed = O formulário não foi removido: decida primeiro sobre os envios pendentes, ou rejeite-os com ele.

# The page of a form, for supporters.
public-form-send = Enviar
public-form-not-sent = Ainda não foi enviado
public-form-message = Mensagem
public-form-amount = Valor que gostaria de doar
public-form-amount-hint = Aqui não se paga nada. Entraremos em contacto.
public-form-news = Quero receber novidades por e-mail
public-form-news-hint = Pode deixar de as receber quando quiser.
public-form-note = O que enviar é recebido por { $organisation } e por mais ninguém.
public-form-privacy = Como utilizamos os seus dados
public-form-takes-nothing = De momento este formulário não aceita nada. Tente de novo mais tarde.
public-form-leave-empty = Deixe este campo vazio
